package io.tidemark.app.cli.shared;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.web.access.AccessTokens;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.InvalidTokenFileException;
import io.tidemark.web.access.TokenFile;
import io.tidemark.web.oidc.OidcGrant;
import io.tidemark.web.oidc.OidcSettings;
import io.tidemark.web.oidc.OidcTokens;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.TlsFiles;
import io.tidemark.web.server.TrustedProxies;
import io.tidemark.web.server.WebLimits;
import io.tidemark.web.server.WebSecurity;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who may use the HTTP server of a process. On loopback everyone; elsewhere holders of tokens, over TLS. */
public final class HttpSecurityOptions {
    @Option(
            names = "--http-tokens",
            paramLabel = "FILE",
            description = "Callers need a token of this file (`tidemark admin token`).")
    private @Nullable Path tokens;

    @Option(
            names = "--http-oidc-issuer",
            paramLabel = "URL",
            description = "Callers may have a token (JWT) of this OpenID provider.")
    private @Nullable String issuer;

    @Option(names = "--http-oidc-audience", paramLabel = "NAME", description = "Audience that its tokens must name.")
    private @Nullable String audience;

    @Option(
            names = "--http-oidc-grant",
            paramLabel = "GRANT",
            description = "What a claim gives: CLAIM=VALUE:SCOPE[,SCOPE]:TEAM, such as groups=perf-readers:read:perf;"
                    + " the team * is all. May be repeated.")
    private List<String> grants = List.of();

    @Option(
            names = "--http-certificate",
            paramLabel = "FILE",
            description = "Speak TLS, with this certificate and those that signed it (PEM).")
    private @Nullable Path certificate;

    @Option(names = "--http-key", paramLabel = "FILE", description = "The certificate's key (PEM, PKCS#8).")
    private @Nullable Path key;

    @Option(names = "--http-behind-proxy", description = "Speak plain HTTP: a proxy before it speaks TLS.")
    private boolean behindProxy;

    @Option(
            names = "--http-trusted-proxy",
            paramLabel = "ADDRESS",
            description = "Believe the X-Forwarded-For of this proxy, or of those in a range such as 10.0.0.0/8."
                    + " May be repeated.")
    private List<String> trustedProxies = List.of();

    @Option(
            names = "--http-rate",
            paramLabel = "N",
            description = "Requests per second of one token, or of one address without one. Default: 50")
    private int rate = WebLimits.USUAL.requestsPerSecond();

    /**
     * What protects a server.
     *
     * @param option that names the address, for messages
     * @throws OperationException naming the option that is missing
     */
    public WebSecurity of(String option, ListenAddress address, CommandContext context) {
        Optional<BearerTokens> known = known(context);
        if (!address.isLoopback() && known.isEmpty()) {
            throw new InvalidInputException(
                    option + " " + address
                            + " is open to other machines: give --http-tokens FILE, which `tidemark admin token add` makes, or --http-oidc-issuer URL");
        }
        Optional<TlsFiles> tls = tls();
        if (!address.isLoopback() && tls.isEmpty() && !behindProxy) {
            throw new InvalidInputException(option + " " + address
                    + " would send tokens in the clear: give --http-certificate and --http-key, or --http-behind-proxy"
                    + " where a proxy speaks TLS");
        }
        WebLimits limits = OptionParser.parse("--http-rate ", () -> WebLimits.USUAL.withRate(rate));
        TrustedProxies proxies =
                OptionParser.parse("--http-trusted-proxy ", () -> TrustedProxies.parse(trustedProxies));
        return new WebSecurity(tls, known, limits, proxies);
    }

    /** Whether a proxy before the server speaks TLS. */
    public boolean isBehindProxy() {
        return behindProxy;
    }

    private Optional<BearerTokens> known(CommandContext context) {
        Optional<BearerTokens> own = Optional.ofNullable(tokens).map(file -> open(file, context));
        Optional<BearerTokens> others = provider().map(settings -> new OidcTokens(settings, context.clocks()));
        return own.isPresent() && others.isPresent() ? Optional.of(own.get().or(others.get())) : own.or(() -> others);
    }

    /**
     * The OpenID provider whose tokens are taken.
     *
     * @throws OperationException naming the option that is missing or wrong
     */
    public Optional<OidcSettings> provider() {
        if (issuer == null && audience == null && grants.isEmpty()) {
            return Optional.empty();
        }
        if (issuer == null || audience == null || grants.isEmpty()) {
            throw new InvalidInputException(
                    "--http-oidc-issuer, --http-oidc-audience and --http-oidc-grant go together: give all of them, or none");
        }
        String named = issuer;
        String meant = audience;
        List<OidcGrant> given = OptionParser.parse(
                "--http-oidc-grant ",
                () -> grants.stream().map(OidcGrant::parse).toList());
        return Optional.of(OptionParser.parse("--http-oidc-", () -> new OidcSettings(named, meant, given)));
    }

    private Optional<TlsFiles> tls() {
        if (certificate != null && key != null) {
            return Optional.of(new TlsFiles(certificate, key));
        }
        if (certificate != null || key != null) {
            throw new InvalidInputException("--http-certificate and --http-key go together: give both, or neither");
        }
        return Optional.empty();
    }

    private static BearerTokens open(Path file, CommandContext context) {
        try {
            return context.resources().register(AccessTokens.open(new TokenFile(file), context.wallClock()));
        } catch (InvalidTokenFileException e) {
            throw new UnavailableException("--http-tokens: " + e.getMessage(), e);
        }
    }
}
