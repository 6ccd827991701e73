/** /logout ends the session on the server, forgets everything read, and goes to the login page. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { lastWords } from '../../data/signals.ts';
import { useSource } from '../../data/source.ts';
import { token } from '../../data/token.ts';
import { Loading } from '../../shell/Loading.tsx';

export default function LogoutScreen() {
  const source = useSource();
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    const leave = () => {
      lastWords.forget();
      token.clear();
      client.clear();
      navigate('/login', { replace: true });
    };
    if (!token.get()) leave();
    // Whatever the server answers, this device forgets the session.
    else source.logout().then(leave, leave);
  }, [source, client, navigate]);
  return <Loading />;
}
