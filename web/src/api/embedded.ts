const path = import.meta.env.MODE === "site" ? window.location.hash.slice(1) : window.location.pathname;

/**
 * Whether this document is shown within another site's page: it shows a board, as nobody in particular, and leads to the
 * rest of the program in a tab of its own only, so that no click in the frame can do anything in a player's name.
 */
export const embedded = path.startsWith("/embed/");
