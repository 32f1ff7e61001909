/** What nearly every page is made of comes with the first file: as files of their own, each would be fetched alone. */
import './parts/Chip.tsx';
import './parts/Panel.tsx';
import './parts/RelativeTime.tsx';
import './parts/State.tsx';
import './parts/Tabs.tsx';
import './records/address.ts';
import './records/data/catalogue.ts';
import './records/data/reading.ts';
import './records/description.ts';
import './records/labels.ts';
import './shell/Forbidden.tsx';
import './shell/recent.ts';
