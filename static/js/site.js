// Everything that moves on a page; without it every form and link still works.
import "./answers.js";
import "./board.js";
import "./clock.js";
import "./copy.js";
import "./device.js";
import "./film.js";
import "./focus.js";
import "./line.js";
import "./network.js";
import "./polling.js";
import "./presses.js";
import "./setup.js";
import "./sounds.js";
import "./writing.js";
