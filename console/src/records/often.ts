/** What nearly every page of records is made of comes as one file. */
import '../words/records.ts';
import './FieldValue.tsx';
