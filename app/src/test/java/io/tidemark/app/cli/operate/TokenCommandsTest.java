package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenCommandsTest {
    @TempDir
    private Path home = Path.of("");

    @Test
    void aSecretIsShownOnceAndItsHashIsKept() throws Exception {
        JsonNode made = made("--team", "perf", "--scope", "read,publish", "--note", "ci");
        String secret = made.get("token").asText();
        assertThat(secret).matches("tdm_[A-Za-z0-9_-]{43}");
        assertThat(made.get("scopes").toString()).isEqualTo("[\"publish\",\"read\"]");
        assertThat(Files.readString(file())).doesNotContain("tdm_").contains("\"team\" : \"perf\"");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");

        String listed = printed(0, "admin", "token", "list");
        assertThat(listed).contains(made.get("id").asText(), "valid", "perf", "publish,read", "last used -", "ci");
        assertThat(listed).doesNotContain(secret);
        assertThat(printed(0, "admin", "token", "list", "--json")).doesNotContain(secret, "sha256");
    }

    @Test
    void aRevokedTokenStaysInTheListAndKeepsItsTime() throws Exception {
        String id = made("--scope", "admin").get("id").asText();
        String first = printed(0, "admin", "token", "revoke", id, "--json");
        assertThat(printed(0, "admin", "token", "revoke", id, "--json")).isEqualTo(first);
        assertThat(printed(0, "admin", "token", "list")).contains(id, "revoked", "all teams");
    }

    @Test
    void whatCannotBeIsNamed() throws Exception {
        assertThat(refused(ExitCode.USAGE, "admin", "token", "add", "--scope", "write"))
                .contains("--scope: scope must be one of publish, read, admin but was \"write\"");
        assertThat(refused(ExitCode.USAGE, "admin", "token", "add", "--scope", "read", "--team", "A B"))
                .contains("--team");
        assertThat(refused(ExitCode.USAGE, "admin", "token", "add", "--scope", "read", "--expires", "0s"))
                .contains("--expires");
        made("--scope", "read");
        assertThat(refused(ExitCode.USAGE, "admin", "token", "revoke", "00000000"))
                .contains("there is no token 00000000 in " + file());
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(refused(ExitCode.INFRASTRUCTURE, "admin", "token", "list")).contains(file() + " has mode rw-r--r--");
    }

    @Test
    void anAddressThatOthersReachNeedsTokensAndTls() throws Exception {
        made("--scope", "read");
        String[] open = {"serve", "exporter", "--kafka", "x:1", "--registry", "http://x:2", "--http", "0.0.0.0:0"};
        assertThat(refused(ExitCode.USAGE, open))
                .contains("--http 0.0.0.0:0 is open to other machines: give --http-tokens FILE")
                .contains("tidemark admin token add");
        String[] oidc =
                with(open, "--http-oidc-issuer", "https://login.example.com", "--http-oidc-audience", "tidemark");
        assertThat(refused(ExitCode.USAGE, oidc))
                .contains("--http-oidc-issuer, --http-oidc-audience and --http-oidc-grant go together");
        assertThat(refused(ExitCode.USAGE, with(oidc, "--http-oidc-grant", "groups=a:read")))
                .contains("--http-oidc-grant must be CLAIM=VALUE:SCOPE[,SCOPE]:TEAM")
                .contains("but was groups=a:read");
        assertThat(refused(ExitCode.USAGE, with(oidc, "--http-oidc-grant", "groups=a:read:perf")))
                .as("an issuer is enough to be open, but not in the clear")
                .contains("would send tokens in the clear");
        assertThat(refused(
                        ExitCode.USAGE,
                        with(
                                open,
                                "--http-oidc-issuer",
                                "http://login.example.com",
                                "--http-oidc-audience",
                                "tidemark",
                                "--http-oidc-grant",
                                "groups=a:read:*")))
                .contains("--http-oidc-issuer must be an https URL but was http://login.example.com");
        assertThat(refused(ExitCode.USAGE, with(open, "--http-tokens", file().toString())))
                .contains("would send tokens in the clear")
                .contains("--http-certificate and --http-key, or --http-behind-proxy");
        assertThat(refused(ExitCode.USAGE, with(open, "--http-tokens", file().toString(), "--http-key", "k")))
                .contains("--http-certificate and --http-key go together");
        assertThat(refused(
                        ExitCode.INFRASTRUCTURE,
                        with(
                                open,
                                "--http-behind-proxy",
                                "--http-tokens",
                                home.resolve("none").toString())))
                .contains("--http-tokens: access tokens: there is no file " + home.resolve("none"));
        assertThat(refused(
                        ExitCode.USAGE,
                        with(open, "--http-behind-proxy", "--http-tokens", file().toString(), "--http-rate", "0")))
                .contains("--http-rate must be at least 1");
        assertThat(refused(
                        ExitCode.USAGE,
                        with(
                                open,
                                "--http-behind-proxy",
                                "--http-tokens",
                                file().toString(),
                                "--http-trusted-proxy",
                                "proxy.example")))
                .contains(
                        "--http-trusted-proxy must be an address or a range such as 10.0.0.0/8 but was proxy.example");
    }

    private static String[] with(String[] words, String... more) {
        String[] all = java.util.Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return all;
    }

    private Path file() {
        return home.resolve("tokens.json");
    }

    private JsonNode made(String... options) throws Exception {
        return new ObjectMapper()
                .readTree(printed(0, with(with(new String[] {"admin", "token", "add"}, options), "--json")));
    }

    private String printed(int code, String... words) {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(words)).as(shell.err()).isEqualTo(code);
            return shell.out();
        }
    }

    private String refused(ExitCode code, String... words) {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run(words)).isEqualTo(code.code());
            return shell.err();
        }
    }
}
