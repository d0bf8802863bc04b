-- Earlier releases wrote mentions that no import had given as the JSON value null; what is absent is NULL.
UPDATE `reviews` SET `given_mentions` = NULL WHERE `given_mentions` = 'null';
