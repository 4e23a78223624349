package io.tidemark.schemas.serde;

import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;

/** The registry could not be asked: an outage or wrong credentials, to be retried, never a reason to give a record up. */
public final class RegistryUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    RegistryUnavailableException(String what, String url, Throwable cause) {
        super(what + ": the registry " + url + " " + words(cause), cause);
    }

    /** A right that the user lacks to let a subject take this version's schema. */
    static RegistryUnavailableException noRightToSetCompatibility(
            String subject, String url, RestClientException cause) {
        return new RegistryUnavailableException(
                "no right to set the compatibility of " + subject + " in the registry " + url + ": HTTP "
                        + cause.getStatus() + "; run the command as a user who may (AlterConfigs on the subject),"
                        + " or let an administrator of the registry set it to BACKWARD (PUT /config/" + subject
                        + ") and run it again",
                cause);
    }

    private RegistryUnavailableException(String message, RestClientException cause) {
        super(message, cause);
    }

    private static String words(Throwable cause) {
        if (!(cause instanceof RestClientException answer)) {
            return "could not be asked: " + cause;
        }
        boolean refused = answer.getStatus() == UNAUTHORIZED || answer.getStatus() == FORBIDDEN;
        return refused
                ? "refuses these credentials: HTTP " + answer.getStatus()
                        + " (settings of its client: basic.auth.credentials.source, basic.auth.user.info)"
                : "could not be asked: HTTP " + answer.getStatus() + ", " + answer.getMessage();
    }
}
