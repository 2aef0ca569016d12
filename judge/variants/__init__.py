"""Rules of single variants. A variant's folder names its module here."""
