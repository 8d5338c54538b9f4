// Starts the page: settings, modes, the first board.

import { get } from "./api.js";
import { watchTraining } from "./modes/train/session.js";
import { Shell } from "./page/shell.js";

const [status, settings] = await Promise.all([get("/api/status"), get("/api/settings")]);
const shell = new Shell(status, settings);
watchTraining(shell);
await shell.start();
