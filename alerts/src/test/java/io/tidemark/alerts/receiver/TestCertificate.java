package io.tidemark.alerts.receiver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate that nobody knows, made by the JDK's keytool.
 *
 * @param context for a server
 * @param pem the certificate
 */
record TestCertificate(SSLContext context, Path pem) {
    private static final String PASSWORD = "changeit";

    /** @param name that it is for, such as {@code ip:127.0.0.1} */
    static TestCertificate make(Path folder, String name)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path file = folder.resolve("keys.p12");
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "test",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=test",
                        "-ext",
                        "san=" + name,
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        if (made.waitFor() != 0) {
            throw new IOException("keytool failed");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return new TestCertificate(context, pem(keys, folder));
    }

    private static Path pem(KeyStore keys, Path folder) throws IOException, GeneralSecurityException {
        byte[] der = keys.getCertificate("test").getEncoded();
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Files.writeString(
                folder.resolve("cert.pem"), "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n");
    }
}
