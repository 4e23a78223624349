package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.app.report.DocumentFiles;
import io.tidemark.app.report.document.Document;
import io.tidemark.app.report.document.TerminalForm;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** In which forms a document is wanted. */
final class DocumentOptions {
    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Write it as Markdown, with its pictures beside it.")
    private @Nullable Path markdown;

    @Option(names = "--html", paramLabel = "FILE", description = "Write it as one HTML page that needs nothing else.")
    private @Nullable Path html;

    @Option(names = "--json", description = "Say it as one JSON object, for machines.")
    private boolean json;

    /** Writes the files that are wanted, and says it to the terminal. */
    void write(Surroundings surroundings, Document document, Supplier<String> asJson) {
        DocumentFiles files = new DocumentFiles();
        written(() -> {
            Optional.ofNullable(markdown).ifPresent(file -> files.markdown(document, file));
            Optional.ofNullable(html).ifPresent(file -> files.html(document, file));
        });
        if (json) {
            surroundings.terminal().say(asJson.get());
            return;
        }
        print(surroundings, document);
    }

    static void print(Surroundings surroundings, Document document) {
        Terminal terminal = surroundings.terminal();
        TerminalForm.Colour colour = terminal.colour() ? TerminalForm.Colour.ANSI : TerminalForm.Colour.NONE;
        TerminalForm form =
                terminal.interactive() ? new TerminalForm(colour, terminal.width()) : new TerminalForm(colour);
        terminal.out().print(form.of(document));
        terminal.out().flush();
    }

    /** @throws CommandException naming the file that could not be written */
    static void written(Runnable writing) {
        try {
            writing.run();
        } catch (UncheckedIOException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }
}
