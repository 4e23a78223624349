package io.tidemark.schemas.serde;

import com.google.common.base.Throwables;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import java.io.UncheckedIOException;
import java.security.cert.CertificateException;

/** The registry could not be asked: an outage or wrong credentials, to be retried, never a reason to give a record up. */
public final class RegistryUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    RegistryUnavailableException(String what, RegistryConfig registry, Throwable cause) {
        super(what + ": the registry " + registry.url() + " " + description(registry, cause), cause);
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

    private static String description(RegistryConfig registry, Throwable cause) {
        if (cause instanceof RestClientException answer) {
            return answered(registry, answer);
        }
        // What no token was got for has words of its own.
        String problem = cause instanceof UncheckedIOException ? String.valueOf(cause.getMessage()) : cause.toString();
        return "could not be asked: " + problem
                + (isAboutACertificate(cause)
                        ? " (settings of its client for certificates that it trusts:"
                                + " schema.registry.ssl.truststore.location, schema.registry.ssl.truststore.type)"
                        : "");
    }

    private static String answered(RegistryConfig registry, RestClientException answer) {
        int status = answer.getStatus();
        if (status != UNAUTHORIZED && status != FORBIDDEN) {
            return "could not be asked: HTTP " + status + ", " + answer.getMessage();
        }
        String credentials = registry.credentials();
        return credentials.isEmpty()
                ? "needs credentials and got none: HTTP " + status + " (settings of its client: "
                        + RegistryConfig.BASIC_SOURCE + " or " + RegistryConfig.BEARER_SOURCE + ")"
                : "refuses these credentials: HTTP " + status + " (settings of its client: " + credentials + ")";
    }

    private static boolean isAboutACertificate(Throwable cause) {
        return Throwables.getCausalChain(cause).stream().anyMatch(CertificateException.class::isInstance);
    }
}
