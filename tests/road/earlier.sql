BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE answers (
	id INTEGER NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	proved BOOLEAN NOT NULL, 
	sent_at DATETIME NOT NULL, 
	CONSTRAINT pk_answers PRIMARY KEY (id)
);
CREATE TABLE ballots (
	id INTEGER NOT NULL, 
	motion_id INTEGER NOT NULL, 
	seat VARCHAR(16) NOT NULL, 
	vote VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_ballots PRIMARY KEY (id), 
	CONSTRAINT fk_ballots_motion_id_motions FOREIGN KEY(motion_id) REFERENCES motions (id) ON DELETE CASCADE, 
	CONSTRAINT uq_ballots_motion_id_seat UNIQUE (motion_id, seat)
);
CREATE TABLE effects (
	id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	part INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	effect TEXT NOT NULL, 
	CONSTRAINT pk_effects PRIMARY KEY (id), 
	CONSTRAINT fk_effects_turn_id_turns FOREIGN KEY(turn_id) REFERENCES turns (id) ON DELETE CASCADE, 
	CONSTRAINT uq_effects_turn_id_part_position UNIQUE (turn_id, part, position)
);
INSERT INTO "effects" VALUES(1,1,1,0,'["captured","ALA","United States"]');
INSERT INTO "effects" VALUES(2,1,1,1,'["captured","WUS","United States"]');
INSERT INTO "effects" VALUES(3,1,1,2,'["captured","CUS","United States"]');
INSERT INTO "effects" VALUES(4,1,1,3,'["captured","SUS","United States"]');
INSERT INTO "effects" VALUES(5,1,1,4,'["captured","UKR","Russian Federation"]');
INSERT INTO "effects" VALUES(6,1,1,5,'["captured","RUS","Russian Federation"]');
INSERT INTO "effects" VALUES(7,1,1,6,'["captured","URA","Russian Federation"]');
INSERT INTO "effects" VALUES(8,1,1,7,'["captured","YAK","Russian Federation"]');
INSERT INTO "effects" VALUES(9,1,1,8,'["captured","VEN","South American Alliance"]');
INSERT INTO "effects" VALUES(10,1,1,9,'["captured","BRA","South American Alliance"]');
INSERT INTO "effects" VALUES(11,1,1,10,'["captured","PER","South American Alliance"]');
INSERT INTO "effects" VALUES(12,1,1,11,'["captured","ARG","South American Alliance"]');
INSERT INTO "effects" VALUES(13,1,1,12,'["captured","BRI","European Union"]');
INSERT INTO "effects" VALUES(14,1,1,13,'["captured","WEU","European Union"]');
INSERT INTO "effects" VALUES(15,1,1,14,'["captured","ITA","European Union"]');
INSERT INTO "effects" VALUES(16,1,1,15,'["captured","SCA","European Union"]');
INSERT INTO "effects" VALUES(17,1,1,16,'["captured","EGY","Greater African Union"]');
INSERT INTO "effects" VALUES(18,1,1,17,'["captured","WAF","Greater African Union"]');
INSERT INTO "effects" VALUES(19,1,1,18,'["captured","EAF","Greater African Union"]');
INSERT INTO "effects" VALUES(20,1,1,19,'["captured","SAF","Greater African Union"]');
INSERT INTO "effects" VALUES(21,1,1,20,'["captured","SEA","People''s Republic of Asia"]');
INSERT INTO "effects" VALUES(22,1,1,21,'["captured","NCH","People''s Republic of Asia"]');
INSERT INTO "effects" VALUES(23,1,1,22,'["captured","SCH","People''s Republic of Asia"]');
INSERT INTO "effects" VALUES(24,1,1,23,'["captured","JAP","People''s Republic of Asia"]');
INSERT INTO "effects" VALUES(25,1,1,24,'["settled","ALA","United States"]');
INSERT INTO "effects" VALUES(26,1,1,25,'["settled","WUS","United States"]');
INSERT INTO "effects" VALUES(27,1,1,26,'["settled","CUS","United States"]');
INSERT INTO "effects" VALUES(28,1,1,27,'["settled","SUS","United States"]');
INSERT INTO "effects" VALUES(29,1,1,28,'["settled","UKR","Russian Federation"]');
INSERT INTO "effects" VALUES(30,1,1,29,'["settled","RUS","Russian Federation"]');
INSERT INTO "effects" VALUES(31,1,1,30,'["settled","URA","Russian Federation"]');
INSERT INTO "effects" VALUES(32,1,1,31,'["settled","YAK","Russian Federation"]');
INSERT INTO "effects" VALUES(33,1,1,32,'["settled","VEN","South American Alliance"]');
INSERT INTO "effects" VALUES(34,1,1,33,'["settled","BRA","South American Alliance"]');
INSERT INTO "effects" VALUES(35,1,1,34,'["settled","PER","South American Alliance"]');
INSERT INTO "effects" VALUES(36,1,1,35,'["settled","ARG","South American Alliance"]');
INSERT INTO "effects" VALUES(37,1,1,36,'["settled","BRI","European Union"]');
INSERT INTO "effects" VALUES(38,1,1,37,'["settled","WEU","European Union"]');
INSERT INTO "effects" VALUES(39,1,1,38,'["settled","ITA","European Union"]');
INSERT INTO "effects" VALUES(40,1,1,39,'["settled","SCA","European Union"]');
INSERT INTO "effects" VALUES(41,1,1,40,'["settled","EGY","Greater African Union"]');
INSERT INTO "effects" VALUES(42,1,1,41,'["settled","WAF","Greater African Union"]');
INSERT INTO "effects" VALUES(43,1,1,42,'["settled","EAF","Greater African Union"]');
INSERT INTO "effects" VALUES(44,1,1,43,'["settled","SAF","Greater African Union"]');
INSERT INTO "effects" VALUES(45,1,1,44,'["settled","SEA","People''s Republic of Asia"]');
INSERT INTO "effects" VALUES(46,1,1,45,'["settled","NCH","People''s Republic of Asia"]');
INSERT INTO "effects" VALUES(47,1,1,46,'["settled","SCH","People''s Republic of Asia"]');
INSERT INTO "effects" VALUES(48,1,1,47,'["settled","JAP","People''s Republic of Asia"]');
INSERT INTO "effects" VALUES(49,1,1,48,'["began",[2101,"winter","B"]]');
INSERT INTO "effects" VALUES(50,2,1,0,'["placed",["South American Alliance","army","BRA"]]');
INSERT INTO "effects" VALUES(51,2,1,1,'["placed",["United States","army","CUS"]]');
INSERT INTO "effects" VALUES(52,2,1,2,'["placed",["United States","navy","SUS"]]');
INSERT INTO "effects" VALUES(53,2,1,3,'["placed",["United States","air force","WUS"]]');
INSERT INTO "effects" VALUES(54,2,1,4,'["began",[2101,"winter","M"]]');
INSERT INTO "effects" VALUES(55,3,1,0,'["noted",["gd.licence","United States","W2101M"]]');
INSERT INTO "effects" VALUES(56,3,1,1,'["began",[2101,"spring","M"]]');
INSERT INTO "effects" VALUES(57,4,1,0,'["noted",["gd.licence","United States","S2101M"]]');
INSERT INTO "effects" VALUES(58,4,1,1,'["began",[2101,"spring","B"]]');
INSERT INTO "effects" VALUES(59,5,1,0,'["placed",["United States","arsenal","ALA"]]');
INSERT INTO "effects" VALUES(60,5,1,1,'["forgotten",["gd.licence","United States","S2101M"]]');
INSERT INTO "effects" VALUES(61,5,1,2,'["began",[2101,"summer","M"]]');
INSERT INTO "effects" VALUES(62,6,1,0,'["removed",["United States","air force","WUS"]]');
INSERT INTO "effects" VALUES(63,6,1,1,'["noted",["gd.ruin","WUS",""]]');
INSERT INTO "effects" VALUES(64,6,1,2,'["centre_lost","WUS"]');
INSERT INTO "effects" VALUES(65,6,1,3,'["began",[2101,"fall","M"]]');
CREATE TABLE games (
	id INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	variant VARCHAR(64) NOT NULL, 
	stage VARCHAR(16) NOT NULL, 
	settings JSON NOT NULL, 
	seed BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	turn VARCHAR(16) NOT NULL, 
	due_at DATETIME, 
	wake_at DATETIME, 
	reminded BOOLEAN NOT NULL, 
	late BOOLEAN NOT NULL, 
	version INTEGER NOT NULL, 
	stamp VARCHAR(64) NOT NULL, 
	created_at DATETIME, 
	time_left BIGINT, 
	position TEXT, 
	"before" TEXT, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT uq_games_key UNIQUE ("key")
);
INSERT INTO "games" VALUES(1,'ruhr','ruhr','gd','active','{"zone": "UTC", "lengths": {"M": 259200000000, "R": 86400000000, "B": 86400000000}, "at": null, "days": [0, 1, 2, 3, 4, 5, 6], "reminder": 43200000000, "grace": 0, "nmr": "disorder", "press": "white", "dias": true, "manual": false, "early": true, "listed": true, "anonymous": false, "options": {}}',282508196371,6,'F2101M','2026-11-17 09:00:00.000000','2026-11-16 21:00:00.000000',0,0,19,'ae52bbdf175e3090b7168b082b5ba66596f06ab01a2b18ce5ee39865a38f4421','2026-11-03 09:00:00.000000',NULL,'[["placed",["South American Alliance","army","BRA"]],["placed",["United States","army","CUS"]],["placed",["United States","navy","SUS"]],["placed",["United States","arsenal","ALA"]],["centre_lost","WUS"],["captured","ALA","United States"],["captured","CUS","United States"],["captured","SUS","United States"],["captured","UKR","Russian Federation"],["captured","RUS","Russian Federation"],["captured","URA","Russian Federation"],["captured","YAK","Russian Federation"],["captured","VEN","South American Alliance"],["captured","BRA","South American Alliance"],["captured","PER","South American Alliance"],["captured","ARG","South American Alliance"],["captured","BRI","European Union"],["captured","WEU","European Union"],["captured","ITA","European Union"],["captured","SCA","European Union"],["captured","EGY","Greater African Union"],["captured","WAF","Greater African Union"],["captured","EAF","Greater African Union"],["captured","SAF","Greater African Union"],["captured","SEA","People''s Republic of Asia"],["captured","NCH","People''s Republic of Asia"],["captured","SCH","People''s Republic of Asia"],["captured","JAP","People''s Republic of Asia"],["settled","ALA","United States"],["settled","WUS","United States"],["settled","CUS","United States"],["settled","SUS","United States"],["settled","UKR","Russian Federation"],["settled","RUS","Russian Federation"],["settled","URA","Russian Federation"],["settled","YAK","Russian Federation"],["settled","VEN","South American Alliance"],["settled","BRA","South American Alliance"],["settled","PER","South American Alliance"],["settled","ARG","South American Alliance"],["settled","BRI","European Union"],["settled","WEU","European Union"],["settled","ITA","European Union"],["settled","SCA","European Union"],["settled","EGY","Greater African Union"],["settled","WAF","Greater African Union"],["settled","EAF","Greater African Union"],["settled","SAF","Greater African Union"],["settled","SEA","People''s Republic of Asia"],["settled","NCH","People''s Republic of Asia"],["settled","SCH","People''s Republic of Asia"],["settled","JAP","People''s Republic of Asia"],["noted",["gd.licence","United States","W2101M"]],["noted",["gd.ruin","WUS",""]],["began",[2101,"fall","M"]]]','[["placed",["South American Alliance","army","BRA"]],["placed",["United States","army","CUS"]],["placed",["United States","navy","SUS"]],["placed",["United States","air force","WUS"]],["placed",["United States","arsenal","ALA"]],["captured","ALA","United States"],["captured","WUS","United States"],["captured","CUS","United States"],["captured","SUS","United States"],["captured","UKR","Russian Federation"],["captured","RUS","Russian Federation"],["captured","URA","Russian Federation"],["captured","YAK","Russian Federation"],["captured","VEN","South American Alliance"],["captured","BRA","South American Alliance"],["captured","PER","South American Alliance"],["captured","ARG","South American Alliance"],["captured","BRI","European Union"],["captured","WEU","European Union"],["captured","ITA","European Union"],["captured","SCA","European Union"],["captured","EGY","Greater African Union"],["captured","WAF","Greater African Union"],["captured","EAF","Greater African Union"],["captured","SAF","Greater African Union"],["captured","SEA","People''s Republic of Asia"],["captured","NCH","People''s Republic of Asia"],["captured","SCH","People''s Republic of Asia"],["captured","JAP","People''s Republic of Asia"],["settled","ALA","United States"],["settled","WUS","United States"],["settled","CUS","United States"],["settled","SUS","United States"],["settled","UKR","Russian Federation"],["settled","RUS","Russian Federation"],["settled","URA","Russian Federation"],["settled","YAK","Russian Federation"],["settled","VEN","South American Alliance"],["settled","BRA","South American Alliance"],["settled","PER","South American Alliance"],["settled","ARG","South American Alliance"],["settled","BRI","European Union"],["settled","WEU","European Union"],["settled","ITA","European Union"],["settled","SCA","European Union"],["settled","EGY","Greater African Union"],["settled","WAF","Greater African Union"],["settled","EAF","Greater African Union"],["settled","SAF","Greater African Union"],["settled","SEA","People''s Republic of Asia"],["settled","NCH","People''s Republic of Asia"],["settled","SCH","People''s Republic of Asia"],["settled","JAP","People''s Republic of Asia"],["noted",["gd.licence","United States","W2101M"]],["began",[2101,"summer","M"]]]');
CREATE TABLE inbox (
	id INTEGER NOT NULL, 
	message_id TEXT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	sender TEXT, 
	recipients JSON NOT NULL, 
	via VARCHAR(8) NOT NULL, 
	raw BLOB NOT NULL, 
	received_at DATETIME NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	attempts INTEGER NOT NULL, 
	outcome TEXT NOT NULL, 
	trace TEXT NOT NULL, 
	CONSTRAINT pk_inbox PRIMARY KEY (id), 
	CONSTRAINT uq_inbox_message_id_digest UNIQUE (message_id, digest)
);
CREATE TABLE motions (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	kind VARCHAR(64) NOT NULL, 
	mover VARCHAR(16) NOT NULL, 
	terms JSON NOT NULL, 
	electorate JSON NOT NULL, 
	turn VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_motions PRIMARY KEY (id), 
	CONSTRAINT fk_motions_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT uq_motions_game_id_place UNIQUE (game_id, place)
);
CREATE TABLE orders (
	id INTEGER NOT NULL, 
	turn_id INTEGER NOT NULL, 
	power VARCHAR(64) NOT NULL, 
	position INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_orders PRIMARY KEY (id), 
	CONSTRAINT fk_orders_turn_id_turns FOREIGN KEY(turn_id) REFERENCES turns (id) ON DELETE CASCADE, 
	CONSTRAINT uq_orders_turn_id_power_position UNIQUE (turn_id, power, position)
);
INSERT INTO "orders" VALUES(1,2,'South American Alliance',0,'BUILD A BRA');
INSERT INTO "orders" VALUES(2,2,'United States',0,'BUILD A CUS');
INSERT INTO "orders" VALUES(3,2,'United States',1,'BUILD N SUS');
INSERT INTO "orders" VALUES(4,2,'United States',2,'BUILD AF WUS');
INSERT INTO "orders" VALUES(5,3,'United States',0,'A CUS H');
INSERT INTO "orders" VALUES(6,3,'United States',1,'N SUS H');
INSERT INTO "orders" VALUES(7,3,'United States',2,'AF WUS H');
INSERT INTO "orders" VALUES(8,4,'United States',0,'A CUS H');
INSERT INTO "orders" VALUES(9,4,'United States',1,'N SUS H');
INSERT INTO "orders" VALUES(10,4,'United States',2,'AF WUS H');
INSERT INTO "orders" VALUES(11,5,'United States',0,'BUILD R ALA');
INSERT INTO "orders" VALUES(12,6,'United States',0,'R ALA BOMB WUS');
INSERT INTO "orders" VALUES(13,6,'United States',1,'A CUS H');
INSERT INTO "orders" VALUES(14,6,'United States',2,'N SUS H');
INSERT INTO "orders" VALUES(15,6,'United States',3,'AF WUS H');
INSERT INTO "orders" VALUES(16,7,'United States',0,'A CUS H');
CREATE TABLE outbox (
	id INTEGER NOT NULL, 
	message_id TEXT NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	envelope_from VARCHAR(254) NOT NULL, 
	recipient VARCHAR(254) NOT NULL, 
	raw BLOB NOT NULL, 
	created_at DATETIME NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	attempts INTEGER NOT NULL, 
	next_try DATETIME NOT NULL, 
	lease VARCHAR(64) NOT NULL, 
	lease_until DATETIME, 
	error TEXT NOT NULL, 
	CONSTRAINT pk_outbox PRIMARY KEY (id), 
	CONSTRAINT uq_outbox_message_id UNIQUE (message_id)
);
CREATE TABLE players (
	id INTEGER NOT NULL, 
	address VARCHAR(254) NOT NULL, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT uq_players_address UNIQUE (address)
);
INSERT INTO "players" VALUES(1,'master@example.org');
INSERT INTO "players" VALUES(2,'us@example.org');
INSERT INTO "players" VALUES(3,'rf@example.org');
INSERT INTO "players" VALUES(4,'sa@example.org');
INSERT INTO "players" VALUES(5,'eu@example.org');
INSERT INTO "players" VALUES(6,'ga@example.org');
INSERT INTO "players" VALUES(7,'pr@example.org');
CREATE TABLE press (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	turn VARCHAR(16) NOT NULL, 
	sender VARCHAR(16) NOT NULL, 
	recipients JSON NOT NULL, 
	public BOOLEAN NOT NULL, 
	text TEXT NOT NULL, 
	sent_at DATETIME NOT NULL, 
	CONSTRAINT pk_press PRIMARY KEY (id), 
	CONSTRAINT fk_press_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "press" VALUES(1,1,'S2101M','p3','["p1"]',0,'We hold as you do.','2026-11-07 09:00:00.000000');
CREATE TABLE seats (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	name VARCHAR(16) NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	player_id INTEGER, 
	secret VARCHAR(64) NOT NULL, 
	password TEXT NOT NULL, 
	powers JSON NOT NULL, 
	wish VARCHAR(64) NOT NULL, 
	wait BOOLEAN NOT NULL, 
	missed INTEGER NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (id), 
	CONSTRAINT fk_seats_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT fk_seats_player_id_players FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT uq_seats_game_id_name UNIQUE (game_id, name)
);
INSERT INTO "seats" VALUES(1,1,0,'m1','master',1,'pxynpkhgtj2r4oh7','','[]','',0,0);
INSERT INTO "seats" VALUES(2,1,1,'p1','player',2,'datz4fogl6v7qqka','','["United States"]','United States',1,0);
INSERT INTO "seats" VALUES(3,1,2,'p2','player',3,'hlor3ybvaxpk46lh','','["Russian Federation"]','Russian Federation',0,0);
INSERT INTO "seats" VALUES(4,1,3,'p3','player',4,'6hbpwegzrchz4nuh','','["South American Alliance"]','South American Alliance',0,3);
INSERT INTO "seats" VALUES(5,1,4,'p4','player',5,'l3e6rssrstqxktb3','','["European Union"]','European Union',0,0);
INSERT INTO "seats" VALUES(6,1,5,'p5','player',6,'uuvotecnzrts34aw','','["Greater African Union"]','Greater African Union',0,0);
INSERT INTO "seats" VALUES(7,1,6,'p6','player',7,'vimxnugygx7dwtue','','["People''s Republic of Asia"]','People''s Republic of Asia',0,0);
CREATE TABLE turns (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	processed_at DATETIME, 
	results TEXT, 
	CONSTRAINT pk_turns PRIMARY KEY (id), 
	CONSTRAINT fk_turns_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE, 
	CONSTRAINT uq_turns_game_id_number UNIQUE (game_id, number)
);
INSERT INTO "turns" VALUES(1,1,0,'','2026-11-03 09:00:00.000000','[]');
INSERT INTO "turns" VALUES(2,1,1,'W2101B','2026-11-04 09:00:00.000000','[["European Union","WAIVE","stands",["no_order"]],["European Union","WAIVE","stands",["no_order"]],["European Union","WAIVE","stands",["no_order"]],["European Union","WAIVE","stands",["no_order"]],["Greater African Union","WAIVE","stands",["no_order"]],["Greater African Union","WAIVE","stands",["no_order"]],["Greater African Union","WAIVE","stands",["no_order"]],["Greater African Union","WAIVE","stands",["no_order"]],["People''s Republic of Asia","WAIVE","stands",["no_order"]],["People''s Republic of Asia","WAIVE","stands",["no_order"]],["People''s Republic of Asia","WAIVE","stands",["no_order"]],["People''s Republic of Asia","WAIVE","stands",["no_order"]],["Russian Federation","WAIVE","stands",["no_order"]],["Russian Federation","WAIVE","stands",["no_order"]],["Russian Federation","WAIVE","stands",["no_order"]],["Russian Federation","WAIVE","stands",["no_order"]],["South American Alliance","BUILD A BRA","stands",["builds"]],["South American Alliance","WAIVE","stands",["no_order"]],["South American Alliance","WAIVE","stands",["no_order"]],["South American Alliance","WAIVE","stands",["no_order"]],["United States","BUILD A CUS","stands",["builds"]],["United States","BUILD N SUS","stands",["builds"]],["United States","BUILD AF WUS","stands",["builds"]],["United States","WAIVE","stands",["no_order"]]]');
INSERT INTO "turns" VALUES(3,1,2,'W2101M','2026-11-07 09:00:00.000000','[["South American Alliance","A BRA H","stands",["no_order"]],["United States","A CUS H","stands",["holds"]],["United States","N SUS H","stands",["holds"]],["United States","AF WUS H","stands",["holds"]]]');
INSERT INTO "turns" VALUES(4,1,3,'S2101M','2026-11-10 09:00:00.000000','[["South American Alliance","A BRA H","stands",["no_order"]],["United States","A CUS H","stands",["holds"]],["United States","N SUS H","stands",["holds"]],["United States","AF WUS H","stands",["holds"]]]');
INSERT INTO "turns" VALUES(5,1,4,'S2101B','2026-11-11 09:00:00.000000','[["European Union","WAIVE","stands",["no_order"]],["European Union","WAIVE","stands",["no_order"]],["European Union","WAIVE","stands",["no_order"]],["European Union","WAIVE","stands",["no_order"]],["Greater African Union","WAIVE","stands",["no_order"]],["Greater African Union","WAIVE","stands",["no_order"]],["Greater African Union","WAIVE","stands",["no_order"]],["Greater African Union","WAIVE","stands",["no_order"]],["People''s Republic of Asia","WAIVE","stands",["no_order"]],["People''s Republic of Asia","WAIVE","stands",["no_order"]],["People''s Republic of Asia","WAIVE","stands",["no_order"]],["People''s Republic of Asia","WAIVE","stands",["no_order"]],["Russian Federation","WAIVE","stands",["no_order"]],["Russian Federation","WAIVE","stands",["no_order"]],["Russian Federation","WAIVE","stands",["no_order"]],["Russian Federation","WAIVE","stands",["no_order"]],["South American Alliance","WAIVE","stands",["no_order"]],["South American Alliance","WAIVE","stands",["no_order"]],["South American Alliance","WAIVE","stands",["no_order"]],["United States","BUILD R ALA","stands",["builds"]]]');
INSERT INTO "turns" VALUES(6,1,5,'U2101M','2026-11-14 09:00:00.000000','[["South American Alliance","A BRA H","stands",["no_order"]],["United States","A CUS H","stands",["holds"]],["United States","N SUS H","stands",["holds"]],["United States","AF WUS H","stands",["holds"]],["United States","R ALA BOMB WUS","stands",["explodes",["WUS"]]]]');
INSERT INTO "turns" VALUES(7,1,6,'F2101M',NULL,NULL);
CREATE INDEX ix_games_wake_at ON games (wake_at);
CREATE INDEX ix_inbox_state ON inbox (state);
CREATE INDEX ix_outbox_state_next_try ON outbox (state, next_try);
CREATE INDEX ix_press_game_id ON press (game_id);
CREATE INDEX ix_seats_player_id ON seats (player_id);
CREATE INDEX ix_answers_address_sent_at ON answers (address, sent_at);
CREATE INDEX ix_answers_sent_at ON answers (sent_at);
COMMIT;
