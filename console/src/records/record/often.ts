/** What nearly every part of a record's page is made of comes as one file. */
import '../LocationPath.tsx';
import '../data/record-data.ts';
import './drafts.ts';
import './focus-field.ts';
import './groups.ts';
import './history-lines.ts';
import './move-needs.ts';
import './move-words.ts';
import './referrers.ts';
