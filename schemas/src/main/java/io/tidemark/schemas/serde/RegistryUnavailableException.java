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
        super(what + ": the registry " + registry.url() + " " + words(registry, cause), cause);
    }

    private static String words(RegistryConfig registry, Throwable cause) {
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
