package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.health.Health;
import io.tidemark.fixtures.tls.TestKeys;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** From the options of a process and a token that the command made to its pages over TLS. */
@Tag("integration")
class MonitoringOptionsTest {
    @TempDir
    private Path home = Path.of("");

    @Test
    void pagesOnEveryAddressAreForHoldersOfTokensOverTls() throws Exception {
        KeyStore keys = TestKeys.selfSigned(home);
        Path key = TestKeys.keyPem(keys, home);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        HttpClient http =
                HttpClient.newBuilder().sslContext(TestKeys.context(keys)).build();
        try (Shell shell = new Shell(home)) {
            JsonNode made = new ObjectMapper().readTree(printed("admin", "token", "add", "--scope", "read", "--json"));
            MonitoringOptions options = CommandLine.populateCommand(
                    new MonitoringOptions(),
                    "--http=0.0.0.0:0",
                    "--http-tokens=" + home.resolve("tokens.json"),
                    "--http-certificate=" + TestKeys.pem(keys, home),
                    "--http-key=" + key);
            String url = options.open(shell.context())
                    .serve(() -> new Health(true, List.of()))
                    .orElseThrow();
            assertThat(url).startsWith("https://0.0.0.0:");
            URI page = URI.create(url.replace("0.0.0.0", "127.0.0.1") + "/health");
            HttpRequest stranger = HttpRequest.newBuilder(page).build();
            HttpRequest holder = HttpRequest.newBuilder(page)
                    .header("Authorization", "Bearer " + made.get("token").asText())
                    .build();
            HttpResponse.BodyHandler<String> text = HttpResponse.BodyHandlers.ofString();
            assertThat(http.send(stranger, text).statusCode()).isEqualTo(401);
            assertThat(http.send(holder, text).body()).contains("\"status\":\"ready\"");
            assertThat(printed("admin", "token", "list"))
                    .contains(made.get("id").asText())
                    .containsPattern("last used 20\\d\\d-");

            printed("admin", "token", "revoke", made.get("id").asText());
            assertThat(http.send(holder, text).statusCode()).as("at once").isEqualTo(401);
        }
    }

    private String printed(String... words) {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(words)).as(shell.err()).isZero();
            return shell.out();
        }
    }
}
