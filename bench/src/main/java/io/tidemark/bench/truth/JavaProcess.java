package io.tidemark.bench.truth;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A main class in a JVM of its own on this class path, talked to over its standard streams, ended by its pid. */
final class JavaProcess implements AutoCloseable {
    private static final int STOP_SECONDS = 10;

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
    record Command(Class<?> main, List<String> options, List<String> arguments, Path errors) {}

    static JavaProcess start(Command command) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(command.options());
        words.addAll(List.of(
                "-cp", System.getProperty("java.class.path"), command.main().getName()));
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
    String line() throws IOException {
        String line = output.readLine();
        if (line == null) {
            throw new IllegalStateException("process " + process.pid() + " ended: " + Files.readString(errors));
        }
        return line;
    }

    void say(String line) throws IOException {
        input.write(line);
        input.newLine();
        input.flush();
    }

    /** Ends its standard input, then the process if it goes on. */
    @Override
    public void close() {
        try {
            input.close();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            output.close();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            process.destroyForcibly();
            throw new UncheckedIOException("the streams of process " + process.pid() + " could not be closed", e);
        }
    }
}
