from django.urls import path

from games.play import friend_views as friend
from games.play import player_views as program
from games.play import review_views as review
from games.play import views as play
from games.play.api import token_views as tokens
from games.play.api.calls import api, openapi

app_name = "play"

urlpatterns = [
    # /play/
    path("play/", play.setup, name="setup"),
    path("opponents/", play.opponents, name="opponents"),
    path("play/with/<str:invitation>/", friend.invited, name="invited"),
    # /play/program/
    path("play/program/", program.program, name="program"),
    path("play/program/cage.js", program.cage, name="cage"),
    path("play/program/round/", program.round_played, name="program-round"),
    path("play/program/faults/", program.moves_judged, name="program-faults"),
    path("play/program/game/", program.game_shown, name="program-game"),
    path("play/program/save/", program.save, name="program-save"),
    path("play/program/with/<str:program_link>/", program.rival, name="rival"),
    path("play/program/with/<str:program_link>/play/", program.by_hand, name="program-by-hand"),
    path("play/program/<uuid:program_id>/", program.saved, name="saved-program"),
    path("play/program/<uuid:program_id>/share/", program.share, name="program-share"),
    path("play/program/<uuid:program_id>/delete/", program.delete, name="program-delete"),
    # /api/
    path("api/", tokens.reference, name="reference"),
    path("api/openapi.json", openapi, name="openapi"),
    path("api/", api.urls),
    path("me/tokens/", tokens.tokens, name="tokens"),
    path("me/tokens/<uuid:token_id>/revoke/", tokens.revoke, name="revoke-token"),
    # /play/<match>/
    path("play/<uuid:match_id>/", play.match, name="match"),
    path("play/<uuid:match_id>/move/", play.move, name="move"),
    path("play/<uuid:match_id>/starter/", play.starter, name="starter"),
    path("play/<uuid:match_id>/hint/", play.hint, name="hint"),
    path("play/<uuid:match_id>/back/", play.back, name="back"),
    path("play/<uuid:match_id>/resign/", play.resign, name="resign"),
    path("play/<uuid:match_id>/leave/", friend.leave, name="leave"),
    path("play/<uuid:match_id>/again/", friend.again, name="again"),
    path("play/<uuid:match_id>/challenge/", friend.new_challenge, name="challenge"),
    path("play/<uuid:match_id>/review/", review.review, name="review"),
    path("play/<uuid:match_id>/review/mistakes/<int:number>/", review.mistake, name="mistake"),
    path("play/<uuid:match_id>/retry/", review.retry, name="retry"),
]
