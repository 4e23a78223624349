package io.tidemark.producer.http;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;

/** Says why a certificate was not taken, and what helps. */
public final class TlsFailureText {
    private static final int MAX_CAUSES = 20;

    private TlsFailureText() {}

    /** Empty if it was not for the server's certificate. */
    public static Optional<String> describe(Throwable thrown) {
        Throwable cause = thrown;
        Optional<String> description = Optional.empty();
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            if (cause instanceof CertificateExpiredException) {
                return Optional.of("the server's certificate has expired (" + cause.getMessage() + ")");
            }
            if (cause instanceof CertificateNotYetValidException) {
                return Optional.of("the server's certificate is not valid yet (" + cause.getMessage() + ")");
            }
            if (cause instanceof CertPathBuilderException) {
                description =
                        Optional.of("the server's certificate is not trusted, it is self-signed or its authority is not"
                                + " known here: name a PEM file with the certificate to trust in connection.ca"
                                + " (or, to take any, connection.insecure: true)");
            }
            cause = cause.getCause();
        }
        return description;
    }
}
