// Everything that moves on a page; without it every form and link still works.
import "./answers.js";
import "./board.js";
import "./clock.js";
import "./copy.js";
import "./film.js";
import "./focus.js";
import "./network.js";
import "./polling.js";
import "./presses.js";
import "./print.js";
import "./setup.js";
import "./status.js";
import "./writing.js";
import "./zone.js";
