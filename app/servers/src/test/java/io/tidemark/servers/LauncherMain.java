package io.tidemark.servers;

import java.nio.file.Path;

/** A process that starts a server and then waits, for the test that kills it. Arguments: folder, port, flags of the server. */
final class LauncherMain {
    private LauncherMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(arguments[0]);
        String[] words = java.util.Arrays.copyOfRange(arguments, 2, arguments.length);
        StubServer stub = new StubServer(folder, Integer.parseInt(arguments[1]));
        RunningServer server = StubServer.launcher(folder).start(stub.request(words));
        System.out.println("READY " + server.facts().launch().startId());
        new java.util.concurrent.CountDownLatch(1).await();
    }
}
