package io.tidemark.app.process;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.slf4j.LoggerFactory;

/** The name by which records identify the process that did something. */
public final class ProcessName {
    private ProcessName() {}

    /** Name of this host; {@code localhost} if it has none. */
    public static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            LoggerFactory.getLogger(ProcessName.class).debug("this host has no name", e);
            return "localhost";
        }
    }

    /** The operating system's user that runs this process, by name; {@code unknown} if it has none, as in some containers. */
    public static String user() {
        return ProcessHandle.current().info().user().orElse("unknown");
    }

    /** Host and number of this process, as {@code gpu-1:4711}. */
    public static String hostAndPid() {
        return host() + ":" + ProcessHandle.current().pid();
    }
}
