package io.tidemark.producer.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;

/** A key of its own for each test, made by the JDK's keytool. */
public final class TestKeys {
    private static final String PASSWORD = "changeit";

    private TestKeys() {}

    /** Alias "test", for 127.0.0.1. */
    public static KeyStore selfSigned(Path directory)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path file = directory.resolve("keys.p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process made = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "test",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1",
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
        return keys;
    }

    /** The certificate as a PEM file. */
    public static Path pem(KeyStore keys, Path directory) throws IOException, GeneralSecurityException {
        byte[] der = keys.getCertificate("test").getEncoded();
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Files.writeString(
                directory.resolve("cert.pem"),
                "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n");
    }

    /** Its key as a PEM file, unencrypted. */
    public static Path keyPem(KeyStore keys, Path directory) throws IOException, GeneralSecurityException {
        byte[] der = keys.getKey("test", PASSWORD.toCharArray()).getEncoded();
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Files.writeString(
                directory.resolve("key.pem"), "-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n");
    }

    public static ServerSocket serverSocket(KeyStore keys) throws IOException, GeneralSecurityException {
        return context(keys).getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    /** Takes only clients that show the same certificate. */
    public static SSLServerSocket demandingSocket(KeyStore keys) throws IOException, GeneralSecurityException {
        SSLServerSocket socket = (SSLServerSocket) serverSocket(keys);
        socket.setNeedClientAuth(true);
        return socket;
    }

    private static SSLContext context(KeyStore keys) throws GeneralSecurityException, IOException {
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("test", keys.getCertificate("test"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
