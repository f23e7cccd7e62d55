import { type Route, Router } from "../router.tsx";
import { t } from "../text/index.ts";

const routes: Route[] = [{ pattern: "/", load: () => import("../pages/gallery.tsx") }];

/** What surrounds every page. */
export function Shell() {
  return (
    <>
      <a class="skip" href="#main">
        {t.nav.skip}
      </a>
      <header class="masthead">
        <a href="/">{t.name}</a>
      </header>
      <main id="main" tabIndex={-1}>
        <Router
          routes={routes}
          missing={() => <h1>{t.notFound.title}</h1>}
          waiting={() => <p>{t.loading}</p>}
          failed={() => <p>{t.loading}</p>}
        />
      </main>
    </>
  );
}
