package io.tidemark.app.calibrate;

import io.tidemark.app.process.ChildProcess;
import io.tidemark.producer.calibrate.CalibrationServer;
import io.tidemark.producer.calibrate.PacedCalibrationServer;
import io.tidemark.producer.calibrate.ResponsePacing;
import io.tidemark.producer.validity.ServerTokenTimes;
import io.tidemark.schemas.time.NanoClock;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A calibration server in a JVM of its own: one JVM would hide its pauses from both sides. Not thread-safe. */
public final class CalibrationServerProcess implements CalibrationServer {
    /** A small heap, collected on one thread, quick to warm up: it must not take the cores that the client needs. */
    private static final List<String> SMALL =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;
    private int port;

    private CalibrationServerProcess(Process process) {
        this.process = process;
        this.output = process.inputReader();
        this.input = process.outputWriter();
    }

    /**
     * Starts it, and returns before it listens.
     *
     * @throws IllegalStateException if no process can be started
     */
    public static CalibrationServerProcess launch() {
        try {
            return new CalibrationServerProcess(
                    new ProcessBuilder(ChildProcess.java(SMALL, classPath(), CalibrationServerMain.class))
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        } catch (IOException e) {
            throw new IllegalStateException("the calibration server could not be started: " + e.getMessage(), e);
        }
    }

    /** Only what it needs: a long class path takes a JVM longer to search than to start. */
    private static String classPath() {
        return Stream.of(CalibrationServerMain.class, PacedCalibrationServer.class, NanoClock.class)
                .map(ChildProcess::codeOf)
                .map(Path::toString)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** @throws IllegalStateException if it ended before it listened */
    @Override
    public URI url(ResponsePacing pacing) {
        if (port == 0) {
            port = Integer.parseInt(line());
        }
        return PacedCalibrationServer.url(port, pacing);
    }

    @Override
    public List<ServerTokenTimes> tokenTimes() {
        try {
            input.write(CalibrationServerMain.SERVED + "\n");
            input.flush();
        } catch (IOException e) {
            throw new IllegalStateException("the calibration server, process " + process.pid() + ", is gone", e);
        }
        List<ServerTokenTimes> served = new ArrayList<>();
        for (String line = line(); !line.equals(CalibrationServerMain.END); line = line()) {
            served.add(ServerTokenTimes.parse(line));
        }
        return served;
    }

    private String line() {
        try {
            String line = output.readLine();
            if (line == null) {
                throw new IllegalStateException("the calibration server, process " + process.pid()
                        + ", ended unexpectedly; standard error has the reason");
            }
            return line;
        } catch (IOException e) {
            throw new IllegalStateException("the calibration server, process " + process.pid() + ", is gone", e);
        }
    }

    /** Ends it and waits until it has ended. */
    @Override
    public void close() {
        process.destroy();
        ChildProcess.awaitEnd(process, STOP_WITHIN);
    }
}
