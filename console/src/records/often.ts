/** What nearly every page of records is made of comes as one file. */
import './FieldValue.tsx';
import './keys.ts';
import './record/same.ts';
import './title.ts';
