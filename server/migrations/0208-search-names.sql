alter function words_of(uuid, text) rename to to_search_vector;
alter function slips(uuid, text) rename to delete_variants;
alter table message rename column words to search_vector;
alter table search_word rename column slips to delete_variants;
alter index search_word_slips rename to search_word_delete_variants;
alter table search_progress rename column is_only to singleton;
alter table search_progress rename column learned_until to indexed_until;
