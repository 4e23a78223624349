package io.tidemark.bench.harness;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.app.process.ChildProcess;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A main class in a JVM of its own on this class path, talked to over its standard streams, ended by its pid. */
public final class JavaProcess implements AutoCloseable {
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);
    private static final JsonMapper JSON = new JsonMapper();

    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;
    private final Path errors;

    private JavaProcess(Process process, Path errors) {
        this.process = process;
        this.output = process.inputReader();
        this.input = process.outputWriter();
        this.errors = errors;
    }

    /**
     * What to start.
     *
     * @param errors where its standard error goes
     */
    public record Command(Class<?> main, List<String> options, List<String> arguments, Path errors) {}

    public static JavaProcess start(Command command) throws IOException {
        List<String> words =
                ChildProcess.java(command.options(), System.getProperty("java.class.path"), command.main());
        words.addAll(command.arguments());
        Process process = new ProcessBuilder(words)
                .redirectError(command.errors().toFile())
                .start();
        return new JavaProcess(process, command.errors());
    }

    /**
     * The next line it prints.
     *
     * @throws IllegalStateException with what it wrote to its standard error, if it has ended
     */
    public String readLine() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IllegalStateException("process " + process.pid() + " ended: " + Files.readString(errors));
        }
        return line;
    }

    /** The next line it prints, which {@link #line} made. */
    public <T> T read(Class<T> type) throws IOException {
        return JSON.readValue(readLine(), type);
    }

    /** A record as the line of JSON that {@link #read} takes in the process at the other end. */
    public static String line(Object content) throws IOException {
        return JSON.writeValueAsString(content);
    }

    public long pid() {
        return process.pid();
    }

    /** Writes a line to its standard input. */
    public void writeLine(String line) throws IOException {
        input.write(line);
        input.newLine();
        input.flush();
    }

    /** Ends its standard input, then the process if it goes on. */
    @Override
    public void close() {
        try {
            input.close();
            ChildProcess.awaitEnd(process, STOP_WITHIN);
            output.close();
        } catch (IOException e) {
            process.destroyForcibly();
            throw new UncheckedIOException("the streams of process " + process.pid() + " could not be closed", e);
        }
    }
}
