import { t } from "../text/index.ts";

export default function Gallery() {
  return <h1>{t.nav.gallery}</h1>;
}
