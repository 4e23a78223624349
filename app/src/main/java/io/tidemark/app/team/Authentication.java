package io.tidemark.app.team;

import java.util.Locale;

/** How a cluster knows who a client is. */
public enum Authentication {
    /** SCRAM-SHA-512: Kafka keeps a salted hash of a password, which is made here. */
    SCRAM,
    /** OAUTHBEARER: an issuer signs tokens; a principal is a token's claim {@code sub}, unless another is configured on the brokers. */
    OAUTH,
    /** Certificates of clients: a principal is the subject's distinguished name, unless the brokers' mapping rules shorten it. */
    MTLS;

    /** What the name of a principal begins with, if the team was given none: the certificate's subject has the name as its common name. */
    public String prefix(String team) {
        return (this == MTLS ? "CN=" : "") + team + "-";
    }

    /** For people and files: {@code scram}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
