-- Names and details are searched by their words; the index went when what they are searched in was made anew.
create index contact_words on contact using gin (words_of(integration_id, search_text));
