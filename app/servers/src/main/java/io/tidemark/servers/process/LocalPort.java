package io.tidemark.servers.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A port of this machine: whether it is free, and who holds it. It never ends who does. */
public record LocalPort(int port) {
    private static final String LISTEN = "0A";
    private static final int ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    /** The port of a host; empty if that is not this machine, or cannot be resolved. */
    public static Optional<LocalPort> of(String host, int port) {
        try {
            InetAddress address = InetAddress.getByName(host);
            boolean ours = address.isLoopbackAddress()
                    || address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
            return ours ? Optional.of(new LocalPort(port)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // an unknown name is not of this machine
        }
    }

    /** Whether nothing listens on it, on any address of this machine. */
    public boolean isFree() {
        try (ServerSocket socket = new ServerSocket()) {
            // As servers do: closing connections of an earlier one do not block the port.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port), 1);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Who listens on it, such as {@code process 4711 (vllm)}; empty if {@code /proc} does not show it. */
    public Optional<String> holder() {
        Set<String> sockets = Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .flatMap(table -> lines(Path.of(table)).stream())
                .map(line -> line.strip().split("\\s+", -1))
                .filter(this::isListenerHere)
                .map(columns -> "socket:[" + columns[INODE] + "]")
                .collect(Collectors.toSet());
        if (sockets.isEmpty()) {
            return Optional.empty();
        }
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> holdsOne(pid, sockets))
                .findFirst()
                .map(pid -> "process " + pid
                        + lines(Path.of("/proc", String.valueOf(pid), "comm")).stream()
                                .findFirst()
                                .map(name -> " (" + name + ")")
                                .orElse(""));
    }

    private boolean isListenerHere(String[] columns) {
        return columns.length > INODE
                && columns[STATE].equals(LISTEN)
                && columns[ADDRESS].endsWith(":%04X".formatted(port));
    }

    private static boolean holdsOne(long pid, Set<String> sockets) {
        try (Stream<Path> files = Files.list(Path.of("/proc", String.valueOf(pid), "fd"))) {
            return files.anyMatch(file -> sockets.contains(link(file)));
        } catch (IOException | java.io.UncheckedIOException e) {
            return false; // gone, or another user's
        }
    }

    private static String link(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of(); // not Linux, or gone
        }
    }
}
