-- What a file said of a job, of an invitation or of a site's own check, and what nothing here was compared with, is the word of the business.
UPDATE `reviews` SET `verification_method` = 'operator_attested', `verification_strength` = NULL
	WHERE `verification_method` = 'invitation'
	OR (`verification_method` = 'job_record' AND `evidence` IS NULL)
	OR (`verification_method` = 'platform' AND `source` NOT IN ('trustpilot', 'angi', 'checkatrade', 'mybuilder', 'trustedshops', 'reviews.io', 'feefo', 'judge.me', 'stamped', 'yotpo', 'guildquality'));
