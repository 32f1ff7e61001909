/** What nearly every part of a list is made of comes as one file. */
import '../../words/list.ts';
import '../curl.ts';
import '../data/list-data.ts';
import './relative.ts';
