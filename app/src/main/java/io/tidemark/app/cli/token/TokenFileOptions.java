package io.tidemark.app.cli.token;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.web.access.InvalidTokenFileException;
import io.tidemark.web.access.TokenFile;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which file of tokens. */
final class TokenFileOptions {
    @Option(
            names = "--tokens",
            paramLabel = "FILE",
            description = "The file of tokens: hashes only, mode 0600. Default: tokens.json in the home folder")
    private @Nullable Path file;

    /** @throws UnavailableException if the file cannot be used */
    <T> T use(CommandContext context, Function<TokenFile, T> use) {
        try {
            return use.apply(new TokenFile(file == null ? context.home().resolve("tokens.json") : file));
        } catch (InvalidTokenFileException e) {
            throw new UnavailableException(String.valueOf(e.getMessage()), e);
        }
    }
}
