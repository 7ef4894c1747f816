// Games of a program, all of them one move further with each request, and what the solver says of
// its moves. The opponents and the rules are the site's.

import { isOurs } from "../connection.js";
import { Outage, rowsOf } from "./player.js";

const LINES = 100; // as many as the site takes at once
const BUSY = 5000;
const TRIES = 13; // after a minute, what somebody has computed is forgotten
const SUCH = 5; // fewer positions say nothing about a habit

export class Site {
  constructor({ token, addresses, busy }) {
    this.token = token;
    this.addresses = addresses;
    this.busy = busy;
  }

  async #post(what, fields) {
    const body = new URLSearchParams(fields);
    for (let tries = 0; tries < TRIES; tries += 1) {
      let answer;
      try {
        const asked = { method: "POST", body, headers: { "X-CSRFToken": this.token } };
        answer = await fetch(this.addresses[what], asked);
      } catch {
        throw new Outage("The site did not answer. Check your connection and try again.");
      }
      if (isOurs(answer)) {
        if (answer.ok) return answer;
        if (answer.status === 422) {
          const said = await answer.json();
          throw new Outage(said.problem);
        }
        if (answer.status !== 503 && answer.status !== 429) break;
      }
      this.busy();
      await new Promise((resolve) => setTimeout(resolve, BUSY));
    }
    throw new Outage("The site cannot play now. Reload the page and try again.");
  }

  // Answers for all lines; the site may answer a part of them at a time.
  async #each(what, fields, lines, count, take) {
    for (let done = 0; done < lines.length; ) {
      const part = lines.slice(done, done + LINES);
      const answer = await (await this.#post(what, { ...fields, lines: part.join(" ") })).json();
      take(answer, done);
      done += count(answer);
    }
  }

  async round(fields, lines) {
    const boards = [];
    const legal = {};
    await this.#each("round", fields, lines, (answer) => answer.boards.length, (answer) => {
      boards.push(...answer.boards);
      Object.assign(legal, answer.legal);
    });
    return { boards, legal };
  }

  async faults(game, lines) {
    const verdicts = [];
    let said = {};
    await this.#each("faults", { game }, lines, (answer) => answer.verdicts.length, (answer) => {
      verdicts.push(...answer.verdicts);
      said = answer.said;
    });
    return { verdicts, said };
  }

  async told(what, fields) {
    return (await this.#post(what, fields)).json();
  }

  async shown(fields) {
    return (await this.#post("game", fields)).text();
  }
}

const pieces = (position) => rowsOf(position).reduce((sum, size) => sum + size, 0);

const isOurTurn = ({ moves, starts }) => (moves.length % 2 === 0) === starts;

// Games that have ended, each with the moves of both sides; *starts* says of the number of a game
// whether the program starts it. A *rival* is a program as well, which moves here instead of at the site.
export async function play({ site, player, rival, game, opponent, start, count, seed, starts, tell }) {
  const games = Array.from({ length: count }, (_, number) => ({
    ...{ seed: seed + number, starts: starts(number), position: start, moves: [], plies: [], won: null },
  }));
  const all = pieces(start) * count;
  let open = games;
  while (open.length) {
    const lines = open.map((one) => {
      const isLooking = !one.moves.length && (rival || one.starts);
      const move = one.next ?? (isLooking ? "-" : "");
      return `${one.seed}:${one.moves.length}:${one.position}:${move}`;
    });
    const { boards, legal } = await site.round({ game, opponent }, lines);
    for (const [at, one] of open.entries()) {
      const [reply, position, won] = boards[at];
      const isOurs = isOurTurn(one);
      if (one.next) {
        if (isOurs) one.plies.push({ position: one.position, move: one.next, number: one.moves.length + 1 });
        one.moves.push(one.next);
      }
      if (reply) one.moves.push(reply);
      Object.assign(one, { position, won: rival && won !== null ? won === isOurs : won, next: undefined });
    }
    open = open.filter(({ won }) => won === null);
    const left = open.reduce((sum, { position }) => sum + pieces(position), 0);
    tell((all - left) / all);
    if (!open.length) break;
    for (const [who, theirs] of [[player, open.filter(isOurTurn)], [rival, open.filter((one) => !isOurTurn(one))]]) {
      if (!theirs.length) continue;
      const asked = theirs.map((one) => ({
        ...{ position: one.position, legal: legal[one.position], seed: one.seed + one.moves.length },
      }));
      const made = await who.choose(asked);
      for (const [at, one] of theirs.entries()) one.next = made[at];
    }
  }
  return games;
}

// What the program plays on the positions that it once got wrong, and whether it still does.
export async function tryCases(site, player, game, positions) {
  const { legal } = await site.round({ game, opponent: "rival" }, positions.map((one) => `1:0:${one}:-`));
  const boards = positions.map((position) => ({ position, legal: legal[position], seed: 1 }));
  const made = await player.choose(boards);
  const { verdicts } = await site.faults(game, positions.map((position, at) => `${position}:${made[at]}`));
  return positions.map((position, at) => ({ game, position, move: made[at], better: verdicts[at].better }));
}

// Where the program gave wins away: the verdict on each different move, the last slip of each lost
// game, and the habit that its moves show best.
export async function review(site, game, games) {
  const lineOf = ({ position, move }) => `${position}:${move}`;
  const lines = [...new Set(games.flatMap(({ plies }) => plies.map(lineOf)))];
  const { verdicts, said } = await site.faults(game, lines);
  const verdictOf = new Map(lines.map((line, at) => [line, verdicts[at]]));
  const slips = new Map(); // one of those with the same rows in another order
  for (const [at, line] of lines.entries()) {
    const [position, move] = line.split(":");
    const { better } = verdicts[at];
    if (better) slips.set(String(rowsOf(position).sort((one, other) => one - other)), { position, move, better });
  }
  for (const one of games) {
    one.slip = one.plies.findLast((ply) => verdictOf.get(lineOf(ply)).better);
    if (one.slip) one.slip.better = verdictOf.get(lineOf(one.slip)).better;
  }
  const shortest = [...slips.values()].sort((one, other) => pieces(one.position) - pieces(other.position));
  return { slips: shortest, habit: habitOf(verdicts, said) };
}

// Followed in most of the positions where it misleads, and twice as often as chance would.
function habitOf(verdicts, said) {
  const counted = new Map();
  for (const [key, followed, share] of verdicts.flatMap(({ habits }) => habits)) {
    const { such = 0, times = 0, chance = 0 } = counted.get(key) ?? {};
    counted.set(key, { such: such + 1, times: times + followed, chance: chance + share });
  }
  const shown = [...counted].filter(
    ([, { such, times, chance }]) => such >= SUCH && times * 2 > such && times > chance * 2,
  );
  const [best] = shown.sort(([, one], [, other]) => other.times - other.chance - (one.times - one.chance));
  return best && `${said[best[0]]}: ${best[1].times} of ${best[1].such} such positions.`;
}
