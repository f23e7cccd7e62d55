#!/usr/bin/env node
// Lets Jocly's player speak UCI, so that `spielraum match` can play against it.
//
//   npm install jocly            (in a folder of your own: Jocly is AGPL and no part of this project)
//   NODE_PATH=node_modules node tools/jocly-uci.cjs [GAME]
//
// GAME is a game of Jocly's whose cells are named as in Spielraum; raumschach without it. It understands
// `position startpos moves ...` and `go movetime MS` or a clock; Jocly counts its time in seconds and may run over.
'use strict';

const readline = require('node:readline');
const Jocly = require('jocly');

const game = process.argv[2] ?? 'raumschach';
let match;
let level;

/** Jocly writes `QBc1xCd2+` and `PDa4-Ea4=Q`; UCI and Spielraum `Bc1Cd2` and `Da4Ea4q`. */
function uciText(text) {
    const parts = /^[A-Z]?((?:[A-Z])?[a-z]+\d+)[-x]((?:[A-Z])?[a-z]+\d+)(?:=?([A-Z]))?[+#]*$/.exec(text);
    if (!parts) throw new Error(`Jocly wrote a move that this program can't read: ${text}`);
    return parts[1] + parts[2] + (parts[3] ?? '').toLowerCase();
}

/** Whether two texts are one move, however the promotion is written (`Da4Ea4q`, `Da4Ea4=Q`). */
const same = (a, b) => a.replace('=', '').toLowerCase() === b.replace('=', '').toLowerCase();

async function setPosition(words) {
    if (words[1] !== 'startpos') throw new Error('only `position startpos` can be set up');
    match = await Jocly.createMatch(game);
    const { model } = await match.getConfig();
    level = { ...model.levels.find((each) => each.isDefault) };
    for (const wanted of words.slice(3)) {
        let found = false;
        for (const move of await match.getPossibleMoves()) {
            if (same(uciText(await match.getMoveString(move)), wanted)) {
                await match.applyMove(move);
                found = true;
                break;
            }
        }
        if (!found) throw new Error(`Jocly knows no move ${wanted} here`);
    }
}

/** Milliseconds for this move: `movetime`, or a fortieth of the clock and the increment. */
async function milliseconds(words) {
    const value = (name) => Number(words[words.indexOf(name) + 1]);
    if (words.includes('movetime')) return value('movetime');
    const side = (await match.getTurn()) === Jocly.PLAYER_A ? 'w' : 'b';
    if (!words.includes(`${side}time`)) return 1000;
    const increment = words.includes(`${side}inc`) ? value(`${side}inc`) : 0;
    return value(`${side}time`) / 40 + increment;
}

async function go(words) {
    delete level.maxNodes;
    level.maxDuration = (await milliseconds(words)) / 1000;
    const { move } = await match.machineSearch({ level });
    console.log(`bestmove ${uciText(await match.getMoveString(move))}`);
}

const commands = {
    uci: () => console.log(`id name Jocly ${game}\nid author Michel Gutierrez, Jérôme Choain\n`
        + `option name UCI_Variant type combo default ${game} var ${game}\nuciok`),
    isready: () => console.log('readyok'),
    position: setPosition,
    go,
    quit: () => process.exit(0),
};

let last = Promise.resolve();
readline.createInterface({ input: process.stdin }).on('line', (line) => {
    const words = line.trim().split(/\s+/);
    last = last
        .then(() => commands[words[0]]?.(words))
        .catch((error) => console.log(`info string ${error.message}`));
});
