package io.tidemark.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.security.basicauth.BasicAuthCredentialProvider;
import io.confluent.kafka.schemaregistry.client.security.bearerauth.BearerAuthCredentialProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The client was taken out of a shaded jar: nothing of the shading may be left in it. */
final class ConfluentClientJarTest {
    @Test
    void namesNoShadedPackage() throws Exception {
        List<String> shaded = new ArrayList<>();
        int classes = 0;
        try (JarFile jar = new JarFile(jarOfTheClient().toFile())) {
            for (JarEntry entry :
                    jar.stream().filter(e -> e.getName().endsWith(".class")).toList()) {
                classes++;
                if (text(jar, entry).contains("flink")) {
                    shaded.add(entry.getName());
                }
            }
        }
        assertThat(classes).isGreaterThan(100);
        assertThat(shaded).isEmpty();
    }

    @Test
    void offersTheCredentialProvidersThatWorkHere() {
        assertThat(ServiceLoader.load(BasicAuthCredentialProvider.class))
                .extracting(BasicAuthCredentialProvider::alias)
                .containsExactlyInAnyOrder("USER_INFO", "URL", "SASL_INHERIT");
        assertThat(ServiceLoader.load(BearerAuthCredentialProvider.class))
                .extracting(BearerAuthCredentialProvider::alias)
                .containsExactlyInAnyOrder("STATIC_TOKEN", "CUSTOM", "OAUTHBEARER");
    }

    private static Path jarOfTheClient() throws Exception {
        return Path.of(CachedSchemaRegistryClient.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    /** Names in a class file are ASCII, one byte each. */
    private static String text(JarFile jar, JarEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
