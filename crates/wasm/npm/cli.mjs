#!/usr/bin/env node
// The engine on the standard input and output, for chess programs.

import { createInterface } from "node:readline";
import { Uci } from "./uci.mjs";

const uci = new Uci((line) => process.stdout.write(`${line}\n`));
createInterface({ input: process.stdin })
  .on("line", (line) => uci.send(line))
  .on("close", () => uci.end());
