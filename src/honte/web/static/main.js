// Starts the page: settings, modes, the first board.

import { get } from "./api.js";
import { Shell } from "./shell.js";

const [status, settings] = await Promise.all([get("/api/status"), get("/api/settings")]);
const shell = new Shell(status, settings);
await shell.start();
