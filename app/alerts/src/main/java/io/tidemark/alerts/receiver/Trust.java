package io.tidemark.alerts.receiver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Whom TLS connections trust: the authorities of the JDK, and those of a file besides. */
final class Trust {
    private Trust() {}

    /**
     * The JDK's trust with more authorities.
     *
     * @param ca certificates in PEM
     * @throws IllegalArgumentException if the file does not hold certificates
     */
    static SSLContext with(Optional<Path> ca) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, ca.isEmpty() ? null : managers(ca.get()), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException(
                    "ca must be a file of certificates in PEM but "
                            + ca.map(Path::toString).orElse("the JDK's") + " is not: " + e.getMessage(),
                    e);
        }
    }

    private static TrustManager[] managers(Path ca) throws GeneralSecurityException, IOException {
        KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
        all.load(null, null);
        int number = 0;
        for (Certificate one :
                Stream.concat(ofTheJdk().stream(), of(ca).stream()).toList()) {
            all.setCertificateEntry("authority-" + number++, one);
        }
        return managers(all);
    }

    private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static List<X509Certificate> ofTheJdk() throws GeneralSecurityException {
        return Arrays.stream(managers((KeyStore) null))
                .filter(X509TrustManager.class::isInstance)
                .flatMap(manager -> Arrays.stream(((X509TrustManager) manager).getAcceptedIssuers()))
                .toList();
    }

    private static Collection<? extends Certificate> of(Path ca) throws GeneralSecurityException, IOException {
        try (InputStream pem = Files.newInputStream(ca)) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(pem);
            if (found.isEmpty()) {
                throw new IOException("it has no certificate");
            }
            return found;
        }
    }
}
