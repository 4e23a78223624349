package io.tidemark.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderLoginOptionsTest {
    private static final String PROVIDER =
            " --http-oidc-issuer https://login.example.com --http-oidc-audience tidemark --http-oidc-grant groups=a:read:*";
    private static final String CLIENT = " --http-oidc-client-id console";
    private static final String BOTH = PROVIDER + CLIENT;

    @TempDir
    private Path home = Path.of("");

    @Test
    void whatGoesTogetherIsNamed() throws Exception {
        assertThat(refused(CLIENT))
                .contains("--http-oidc-client-id needs a provider: give --http-oidc-issuer, --http-oidc-audience");
        assertThat(refused(PROVIDER + " --http-external-url https://tidemark.example.com"))
                .contains("--http-external-url go with --http-oidc-client-id");
    }

    @Test
    void anAddressThatOthersReachNeedsItsName() throws Exception {
        String rule = "--http-oidc-client-id needs --http-external-url URL";
        assertThat(refused(BOTH + " --http-behind-proxy")).contains(rule);
        assertThat(refused(BOTH + " --http-behind-proxy --http 0.0.0.0:0")).contains(rule);
        assertThat(refused(BOTH + " --http-external-url http://tidemark.example.com"))
                .contains("--http-external-url must be an https URL but was http://tidemark.example.com");
        assertThat(refused(BOTH + " --http-oidc-scope a\"b"))
                .contains("--http-oidc-scope must be one word but was \"a\"b\"");
    }

    @Test
    void theSecretIsOfItsOwnerAlone() throws Exception {
        Path file = home.resolve("secret");
        String secret = BOTH + " --http-oidc-client-secret-file " + file;
        assertThat(refused(secret)).contains("--http-oidc-client-secret-file: there is no file " + file);
        Files.writeString(file, "s3cret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(refused(secret)).contains(file + " has mode rw-r--r--").doesNotContain("s3cret");
        Files.writeString(file, "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(refused(secret)).contains(file + " is empty");
    }

    private String refused(String options) throws Exception {
        Files.write(home.resolve("store.db"), new byte[0]);
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(("console" + options).split(" ")))
                    .as(shell.err())
                    .isEqualTo(ExitCode.USAGE.code());
            return shell.err();
        }
    }
}
