package io.tidemark.web.server;

import io.tidemark.schemas.files.FileMode;
import io.tidemark.schemas.net.KeyPairs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The certificate of a server and its key.
 *
 * @param certificate PEM; the server's own first, then those that signed it
 * @param key PEM, PKCS#8, not encrypted; not readable for every user of the machine
 */
public record TlsFiles(Path certificate, Path key) {
    private static final Pattern PKCS8 =
            Pattern.compile("-----BEGIN PRIVATE KEY-----(.+?)-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final char[] IN_MEMORY = {};

    /** Of the key in the key store. */
    static final String ALIAS = "server";

    /**
     * Both as a key store in memory, without a password.
     *
     * @throws IOException naming the file that cannot be used
     */
    KeyStore keyStore() throws IOException {
        Certificate[] chain = chain();
        FileMode.requireSecret(key);
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            PrivateKey own = privateKey(chain[0].getPublicKey().getAlgorithm());
            if (!KeyPairs.isPair(chain[0].getPublicKey(), own)) {
                throw new IOException(key + " is of another certificate than the first one in " + certificate);
            }
            store.setKeyEntry(ALIAS, own, IN_MEMORY, chain);
            return store;
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    key + " is no private key of the certificate in " + certificate + ": " + e.getMessage(), e);
        }
    }

    private Certificate[] chain() throws IOException {
        try (InputStream in = Files.newInputStream(certificate)) {
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (found.isEmpty()) {
                throw new IOException(certificate + " holds no certificate in PEM");
            }
            return found.toArray(Certificate[]::new);
        } catch (GeneralSecurityException e) {
            throw new IOException(certificate + " holds no certificate in PEM: " + e.getMessage(), e);
        }
    }

    private PrivateKey privateKey(String algorithm) throws IOException, GeneralSecurityException {
        Matcher pem = PKCS8.matcher(Files.readString(key));
        if (!pem.find()) {
            throw new IOException(
                    key + " holds no unencrypted PKCS#8 key (BEGIN PRIVATE KEY); `openssl pkcs8 -topk8 -nocrypt -in "
                            + key + "` makes one of others");
        }
        byte[] der = Base64.getMimeDecoder().decode(pem.group(1));
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
    }
}
