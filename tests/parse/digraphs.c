int a<:3:> = <% 1, 2, 3 %>;
int f(int i)
<%
    return a<:i:>;
%>
