/** Bundles the code that nearly every part of a list needs into one file. */
import '../../words/list.ts';
import '../curl.ts';
import '../data/list-data.ts';
import './relative.ts';
