/** Bundles the code that nearly every record page needs into one file. */
import '../words/records.ts';
import './FieldValue.tsx';
