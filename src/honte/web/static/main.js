// Starts the page: settings, modes, the first board.

import { get } from "./api.js";
import { Shell } from "./page/shell.js";

const [status, settings] = await Promise.all([get("/api/status"), get("/api/settings")]);
await new Shell(status, settings).start();
