/** Bundles the code that nearly every part of a record page needs into one file. */
import '../Became.tsx';
import '../data/record-data.ts';
import '../LocationPath.tsx';
import './drafts.ts';
import './focus-field.ts';
import './groups.ts';
import './History.module.css';
import './history-lines.ts';
import './load-shown.ts';
import './move-needs.ts';
import './move-words.ts';
import './RecordPage.module.css';
import './referrers.ts';
import './use-history-reading.ts';
