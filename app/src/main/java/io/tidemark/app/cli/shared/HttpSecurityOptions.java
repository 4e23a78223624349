package io.tidemark.app.cli.shared;

import io.tidemark.app.process.CommandContext;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.web.access.AccessTokens;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.InvalidTokenFileException;
import io.tidemark.web.access.TokenFile;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.TlsFiles;
import io.tidemark.web.server.WebLimits;
import io.tidemark.web.server.WebSecurity;
import java.nio.file.Path;
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
            names = "--http-certificate",
            paramLabel = "FILE",
            description = "Speak TLS, with this certificate and those that signed it (PEM).")
    private @Nullable Path certificate;

    @Option(names = "--http-key", paramLabel = "FILE", description = "The certificate's key (PEM, PKCS#8).")
    private @Nullable Path key;

    @Option(
            names = "--http-behind-proxy",
            description = "Speak plain HTTP on another address than loopback: a proxy before it speaks TLS.")
    private boolean behindProxy;

    @Option(
            names = "--http-rate",
            paramLabel = "N",
            description = "Requests per second of one token, or of one address without one. Default: 50")
    private int rate = WebLimits.USUAL.requestsPerSecond();

    /**
     * What protects a server.
     *
     * @param option that names the address, for messages
     * @throws CommandException naming the option that is missing
     */
    public WebSecurity of(String option, ListenAddress address, CommandContext surroundings) {
        if (!address.isLoopback() && tokens == null) {
            throw CommandException.usage(option + " " + address
                    + " is open to other machines: give --http-tokens FILE, which `tidemark admin token add` makes");
        }
        Optional<TlsFiles> tls = tls();
        if (!address.isLoopback() && tls.isEmpty() && !behindProxy) {
            throw CommandException.usage(option + " " + address
                    + " would send tokens in the clear: give --http-certificate and --http-key, or --http-behind-proxy"
                    + " where a proxy speaks TLS");
        }
        WebLimits limits = OptionParser.parse("--http-rate ", () -> new WebLimits(rate, WebLimits.USUAL.bodyBytes()));
        return new WebSecurity(tls, Optional.ofNullable(tokens).map(file -> open(file, surroundings)), limits);
    }

    private Optional<TlsFiles> tls() {
        if (certificate != null && key != null) {
            return Optional.of(new TlsFiles(certificate, key));
        }
        if (certificate != null || key != null) {
            throw CommandException.usage("--http-certificate and --http-key go together: give both, or neither");
        }
        return Optional.empty();
    }

    private static BearerTokens open(Path file, CommandContext surroundings) {
        try {
            return surroundings.resources().register(AccessTokens.open(new TokenFile(file), surroundings.wallClock()));
        } catch (InvalidTokenFileException e) {
            throw CommandException.infrastructure("--http-tokens: " + e.getMessage(), e);
        }
    }
}
