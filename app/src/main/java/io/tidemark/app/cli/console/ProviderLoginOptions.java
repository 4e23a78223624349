package io.tidemark.app.cli.console;

import io.tidemark.app.cli.shared.HttpSecurityOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.files.FileMode;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.web.oidc.OidcClient;
import io.tidemark.web.oidc.OidcLogin;
import io.tidemark.web.oidc.OidcSettings;
import io.tidemark.web.server.ListenAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether and how browsers log in at the OpenID provider whose tokens are taken. */
final class ProviderLoginOptions {
    private static final String CLIENT_ID = "--http-oidc-client-id";

    @Option(
            names = CLIENT_ID,
            paramLabel = "ID",
            description = "Browsers may log in at the OpenID provider, where this server is this client.")
    private @Nullable String clientId;

    @Option(
            names = "--http-oidc-client-secret-file",
            paramLabel = "FILE",
            description = "The client's secret, in one line. Default: a public client, protected by PKCE alone.")
    private @Nullable Path secretFile;

    @Option(
            names = "--http-oidc-scope",
            paramLabel = "SCOPE",
            description = "Asked for beside openid, such as groups. May be repeated.")
    private List<String> scopes = List.of();

    @Option(
            names = "--http-external-url",
            paramLabel = "URL",
            description =
                    "What browsers call this server, such as https://tidemark.example.com; the provider sends them"
                            + " back there. Default, on loopback alone: the address of the request.")
    private @Nullable String externalUrl;

    /** @throws InvalidInputException naming the option that is missing or wrong */
    Optional<OidcLogin> of(HttpSecurityOptions security, ListenAddress address, CommandContext context) {
        if (clientId == null) {
            requireNoOther();
            return Optional.empty();
        }
        OidcSettings provider = security.provider()
                .orElseThrow(() -> new InvalidInputException(CLIENT_ID
                        + " needs a provider: give --http-oidc-issuer, --http-oidc-audience and --http-oidc-grant"));
        if (externalUrl == null && (!address.isLoopback() || security.isBehindProxy())) {
            throw new InvalidInputException(CLIENT_ID
                    + " needs --http-external-url URL, because only loopback addresses are taken from a request: what"
                    + " browsers call this server, such as https://tidemark.example.com");
        }
        OidcClient client = client(clientId);
        Clocks clocks = new Clocks(context.nanoClock(), context.wallClock());
        return Optional.of(new OidcLogin(provider, client, clocks, new SecureRandom()));
    }

    private void requireNoOther() {
        if (secretFile != null || !scopes.isEmpty() || externalUrl != null) {
            throw new InvalidInputException(
                    "--http-oidc-client-secret-file, --http-oidc-scope and --http-external-url go with " + CLIENT_ID
                            + ": give it too, or none of them");
        }
    }

    private OidcClient client(String id) {
        Optional<String> secret = Optional.ofNullable(secretFile).map(ProviderLoginOptions::secret);
        Optional<String> url = Optional.ofNullable(externalUrl);
        return OptionParser.parse("--http-", () -> new OidcClient(id, secret, scopes, url));
    }

    private static String secret(Path file) {
        try {
            FileMode.requireSecret(file);
            String secret = Files.readString(file).strip();
            if (secret.isEmpty()) {
                throw new IOException(file + " is empty");
            }
            return secret;
        } catch (NoSuchFileException e) {
            throw new InvalidInputException("--http-oidc-client-secret-file: there is no file " + file);
        } catch (IOException e) {
            throw new InvalidInputException("--http-oidc-client-secret-file cannot be used: " + e.getMessage());
        }
    }
}
