package io.tidemark.app.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import io.tidemark.schemas.deadletter.OneLine;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The trace of an exception, in which each message is one line: a message quotes records and servers. */
final class OneLineMessages extends ThrowableProxyConverter {
    @Override
    protected String throwableProxyToString(IThrowableProxy error) {
        return super.throwableProxyToString(new Cleaned(error));
    }

    private record Cleaned(IThrowableProxy error) implements IThrowableProxy {
        private static @Nullable IThrowableProxy of(@Nullable IThrowableProxy error) {
            return error == null ? null : new Cleaned(error);
        }

        @Override
        public @Nullable String getMessage() {
            String message = error.getMessage();
            return message == null ? null : OneLine.of(message);
        }

        @Override
        public String getClassName() {
            return error.getClassName();
        }

        @Override
        public StackTraceElementProxy[] getStackTraceElementProxyArray() {
            return error.getStackTraceElementProxyArray();
        }

        @Override
        public int getCommonFrames() {
            return error.getCommonFrames();
        }

        @Override
        public @Nullable IThrowableProxy getCause() {
            return of(error.getCause());
        }

        @Override
        public IThrowableProxy[] getSuppressed() {
            return Arrays.stream(error.getSuppressed()).map(Cleaned::new).toArray(IThrowableProxy[]::new);
        }

        @Override
        public boolean isCyclic() {
            return error.isCyclic();
        }
    }
}
