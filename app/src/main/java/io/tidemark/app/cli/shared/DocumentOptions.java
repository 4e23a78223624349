package io.tidemark.app.cli.shared;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.TerminalRenderer;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.reports.output.DocumentWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** In which forms a document is wanted. */
public final class DocumentOptions {
    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write Markdown, with the pictures in the same folder.")
    private @Nullable Path markdown;

    @Option(names = "--html", paramLabel = "FILE", description = "Write one self-contained HTML page.")
    private @Nullable Path html;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    /** Writes the files that are wanted, and says it to the terminal. */
    public void write(CommandContext context, Document document, Supplier<String> asJson) {
        DocumentWriter files = new DocumentWriter();
        writtenFiles(() -> {
            Optional.ofNullable(markdown).ifPresent(file -> files.markdown(document, file));
            Optional.ofNullable(html).ifPresent(file -> files.html(document, file));
        });
        if (json) {
            context.terminal().printLine(asJson.get());
            return;
        }
        print(context, document);
    }

    /** The whole verdict. */
    public static void print(CommandContext context, Document document) {
        print(context.terminal(), renderer(context.terminal()).of(document));
    }

    /** The verdict in at most so many lines. */
    public static void printSummary(CommandContext context, Document document, int maxLines) {
        print(context.terminal(), renderer(context.terminal()).summary(document, maxLines));
    }

    private static TerminalRenderer renderer(Terminal terminal) {
        TerminalRenderer.Colour colour =
                terminal.colour() ? TerminalRenderer.Colour.ANSI : TerminalRenderer.Colour.NONE;
        return terminal.interactive() ? new TerminalRenderer(colour, terminal.width()) : new TerminalRenderer(colour);
    }

    private static void print(Terminal terminal, String text) {
        terminal.out().print(text);
        terminal.out().flush();
    }

    /** @throws UnavailableException naming the file that could not be written */
    public static void writtenFiles(Runnable writing) {
        try {
            writing.run();
        } catch (UncheckedIOException e) {
            throw new UnavailableException(String.valueOf(e.getMessage()), e);
        }
    }
}
