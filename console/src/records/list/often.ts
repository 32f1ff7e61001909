/** What nearly every part of a list is made of comes as one file. */
import '../curl.ts';
import '../data/list-data.ts';
import './relative.ts';
