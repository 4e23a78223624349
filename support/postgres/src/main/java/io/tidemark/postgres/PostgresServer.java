package io.tidemark.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A PostgreSQL server in a folder, on a free port of 127.0.0.1. Everybody on this machine may log in as its superuser {@code tidemark}. Not
 * thread-safe.
 *
 * <p>It does not wait for the disk ({@code fsync = off}): a killed process loses nothing by that, a power cut would.
 */
public final class PostgresServer implements AutoCloseable {
    private static final int ANSWERS_WITHIN_SECONDS = 300;
    private static final int ENDS_WITHIN_SECONDS = 120;
    private static final int LOOKS_EVERY_MILLIS = 20;
    private static final int PORTS_BETWEEN_PROCESSES = 31;
    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 12_000;
    /** Processes that start servers at once begin at different ports. */
    private static final AtomicInteger NEXT_PORT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * PORTS_BETWEEN_PROCESSES % PORTS));

    private final Path folder;
    private final Path programs;
    private final Map<String, String> settings;
    private final int port;
    private Process process;

    private PostgresServer(Path folder, Path programs, Map<String, String> settings) {
        this.folder = folder;
        this.programs = programs;
        this.settings = settings;
        this.port = freePort();
        this.process = launched();
    }

    /** Why there can be no server on this machine; empty if there can. */
    public static Optional<String> obstacle() {
        return PostgresAccount.obstacle();
    }

    /** Makes a cluster in {@code folder} and starts it. */
    public static PostgresServer start(Path folder) {
        return start(folder, folder, Map.of());
    }

    /**
     * Makes a cluster and starts it.
     *
     * @param folder where the programs are unpacked, if there are none yet
     * @param data where the cluster's data goes, e.g. on a small disk
     * @param settings of {@code postgresql.conf}, such as {@code max_wal_size}
     */
    public static PostgresServer start(Path folder, Path data, Map<String, String> settings) {
        Path programs = PostgresBinaries.under(folder);
        Map<String, String> all = new TreeMap<>(Map.of("fsync", "off", "listen_addresses", "127.0.0.1"));
        all.putAll(settings);
        List<String> init = new ArrayList<>(List.of(programs.resolve("initdb").toString()));
        init.addAll(List.of("-D", data.resolve("data").toString(), "-U", "tidemark", "-A", "trust"));
        init.addAll(List.of("--no-sync", "-E", "UTF8", "--locale=C"));
        run(init, data.resolve("initdb.log"));
        PostgresServer server = new PostgresServer(data, programs, all);
        server.awaitAnswers();
        return server;
    }

    /** JDBC URL of the database that every server has. */
    public String url() {
        return url("postgres");
    }

    /** JDBC URL of a database of that name, as superuser. */
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=tidemark";
    }

    /** Whether it runs; without space on its disk it may have ended by itself. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** {@code kill -9} of the server and its backends, in the midst of whatever they do. */
    public void kill() {
        if (process.isAlive()) {
            signal("-STOP", List.of(process.toHandle())); // it starts no backend between the next two lines
        }
        List<ProcessHandle> backends = process.descendants().toList();
        process.destroyForcibly();
        backends.forEach(ProcessHandle::destroyForcibly);
        awaitEnd();
        backends.forEach(PostgresServer::awaitGone);
    }

    /** A server does not start while a backend of the last one still has its shared memory. */
    private static void awaitGone(ProcessHandle backend) {
        try {
            var unused = backend.onExit().get(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted as PostgreSQL was waited for", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    "PostgreSQL's backend " + backend.pid() + " did not end within " + ENDS_WITHIN_SECONDS + " s", e);
        }
    }

    /** {@code pg_ctl stop -m immediate}: transactions are cut off, and there is no checkpoint. */
    public void stopImmediately() {
        run(
                List.of(
                        programs.resolve("pg_ctl").toString(),
                        "stop",
                        "-m",
                        "immediate",
                        "-D",
                        folder.resolve("data").toString()),
                folder.resolve("stop.log"));
        awaitEnd();
    }

    /** Starts it again on the data that it left, on the same port, and waits until it has recovered. */
    public void startAgain() {
        process = launched();
        awaitAnswers();
    }

    /** Lets the server do nothing until {@link #resume}, with its connections open. */
    public void freeze() {
        signal("-STOP", all());
    }

    public void resume() {
        signal("-CONT", all());
    }

    private List<ProcessHandle> all() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
    }

    private void signal(String name, List<ProcessHandle> receivers) {
        List<String> command = new ArrayList<>(List.of("kill", name));
        receivers.forEach(receiver -> command.add(Long.toString(receiver.pid())));
        run(command, folder.resolve("signal.log"));
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }

    private Process launched() {
        List<String> command = new ArrayList<>(List.of(
                programs.resolve("postgres").toString(),
                "-D",
                folder.resolve("data").toString(),
                "-p",
                Integer.toString(port),
                "-k",
                ""));
        settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return started(command, folder.resolve("server.log"));
    }

    private void awaitAnswers() {
        long looks = TimeUnit.SECONDS.toMillis(ANSWERS_WITHIN_SECONDS) / LOOKS_EVERY_MILLIS;
        for (long look = 0; look < looks; look++) {
            if (endedWithin(process, LOOKS_EVERY_MILLIS)) {
                throw new IllegalStateException("PostgreSQL ended as it was started: " + log("server.log"));
            }
            if (isReady()) {
                return;
            }
        }
        throw new IllegalStateException(
                "PostgreSQL is not ready within " + ANSWERS_WITHIN_SECONDS + " s: " + log("server.log"));
    }

    /** The last line of its lock file says how far it is. */
    private boolean isReady() {
        try {
            Path state = folder.resolve("data").resolve("postmaster.pid");
            if (!Files.exists(state)) {
                return false;
            }
            List<String> lines = Files.readAllLines(state);
            return lines.size() > 7
                    && lines.get(0).strip().equals(Long.toString(process.pid()))
                    && lines.get(7).strip().equals("ready");
        } catch (IOException e) {
            return false;
        }
    }

    private void awaitEnd() {
        if (!endedWithin(process, ENDS_WITHIN_SECONDS * 1_000)) {
            throw new IllegalStateException(
                    "PostgreSQL (process " + process.pid() + ") did not end within " + ENDS_WITHIN_SECONDS + " s");
        }
    }

    private static boolean endedWithin(Process process, long millis) {
        try {
            return process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted as PostgreSQL was waited for", e);
        }
    }

    private static void run(List<String> program, Path log) {
        Process process = started(program, log);
        if (!endedWithin(process, TimeUnit.SECONDS.toMillis(ANSWERS_WITHIN_SECONDS)) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IllegalStateException(program + " failed: " + text(log));
        }
    }

    private static Process started(List<String> program, Path log) {
        try {
            return new ProcessBuilder(PostgresAccount.command(program))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(program.get(0) + " cannot be started", e);
        }
    }

    private String log(String name) {
        return text(folder.resolve(name));
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return log + " cannot be read: " + e.getMessage();
        }
    }

    /** None that the system hands out by itself (from 32768 on, on Linux): no other process gets it while the server is down. */
    private static int freePort() {
        return IntStream.range(0, PORTS)
                .map(tried -> FIRST_PORT + Math.floorMod(NEXT_PORT.getAndIncrement(), PORTS))
                .filter(PostgresServer::isFree)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no port from " + FIRST_PORT + " to " + (FIRST_PORT + PORTS - 1) + " is free"));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** As whom PostgreSQL's programs are run: it refuses to be root, so root runs them in a user namespace where it is nobody. */
    private static final class PostgresAccount {
        private static final List<String> AS_NOBODY = List.of("unshare", "-U");

        private PostgresAccount() {}

        /** Why PostgreSQL cannot run here; empty if it can. */
        static Optional<String> obstacle() {
            String system = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
            if (!system.toLowerCase(Locale.ROOT).equals("linux on amd64")) {
                return Optional.of("PostgreSQL's binaries are for Linux on amd64 but this is " + system);
            }
            if (isRoot() && !works(AS_NOBODY)) {
                return Optional.of("PostgreSQL refuses to run as root, and `unshare -U` is not allowed here");
            }
            return Optional.empty();
        }

        static List<String> command(List<String> program) {
            List<String> command = new ArrayList<>(isRoot() ? AS_NOBODY : List.of());
            command.addAll(program);
            return command;
        }

        private static boolean isRoot() {
            return System.getProperty("user.name").equals("root");
        }

        private static boolean works(List<String> prefix) {
            List<String> command = new ArrayList<>(prefix);
            command.add("true");
            try {
                return new ProcessBuilder(command).start().waitFor() == 0;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
