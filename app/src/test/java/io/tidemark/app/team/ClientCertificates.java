package io.tidemark.app.team;

import io.tidemark.fixtures.tls.TestKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Certificates of clients. The subject of NAME is {@code CN=NAME}.
 *
 * @param folder with the keys
 * @param all certificates in PEM, for who trusts them
 */
record ClientCertificates(Path folder, String all) {
    static ClientCertificates of(List<String> names, Path folder) throws Exception {
        StringBuilder all = new StringBuilder();
        for (String name : names) {
            all.append(TestKeys.pem(TestKeys.ofClient(folder.resolve(name + ".p12"), "CN=" + name)));
        }
        return new ClientCertificates(folder, all.toString());
    }

    /** Client settings that show the certificate of this name. */
    Map<String, String> login(String name) {
        return Map.of(
                "ssl.keystore.type",
                "PKCS12",
                "ssl.keystore.location",
                folder.resolve(name + ".p12").toString(),
                "ssl.keystore.password",
                TestKeys.PASSWORD,
                "ssl.key.password",
                TestKeys.PASSWORD);
    }
}
